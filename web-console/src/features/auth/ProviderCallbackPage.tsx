import { WarningOutlined } from '@ant-design/icons'
import { Spin } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useErrorText } from '@/kit/errors'
import { LOGIN } from '@/kit/redirects'
import { useFinishProviderLoginMutation, type SecondFactorDemand } from './signInApi'
import { AuthPage, toLogin } from './AuthPage'
import styles from './auth.module.css'
import { Notice } from './Notice'
import { attemptOf, forgetAttempt } from './providerAttempt'
import { useSignIn } from './useSignIn'

const SecondFactorStep = lazy(() => import('./SecondFactorStep'))

/** Where a provider sends the browser back to. */
export default function ProviderCallbackPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const { failure, attempt, demand } = useFinish()
  if (demand && attempt) {
    return (
      <Suspense fallback={null}>
        <SecondFactorStep
          demand={demand}
          remember={attempt.remember}
          wanted={new URLSearchParams({ redirect: attempt.wanted })}
          onBack={() => void navigate(LOGIN, { replace: true })}
        />
      </Suspense>
    )
  }
  if (failure) {
    return (
      <Notice
        tone="warning"
        icon={WarningOutlined}
        title={t('provider.failed')}
        text={failure}
        links={[toLogin(t('provider.again'))]}
      />
    )
  }
  return (
    <AuthPage title={t('provider.finishing')} lead={t('provider.wait')}>
      <Spin className={styles.spin} />
    </AuthPage>
  )
}

/** Ends the sign-in once; answers why it could not, or what the account wants besides. */
function useFinish() {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const [params] = useSearchParams()
  const [finish, { error }] = useFinishProviderLoginMutation()
  const signIn = useSignIn()
  const code = params.get('code')
  const [attempt] = useState(() => attemptOf(params.get('state')))
  const [demand, setDemand] = useState<SecondFactorDemand>()
  // A code is good once, and effects run twice in development.
  const isBegun = useRef(false)

  useEffect(() => {
    if (isBegun.current || !code || !attempt) return
    isBegun.current = true
    forgetAttempt()
    const { state, remember, wanted } = attempt
    finish({ finishProviderLoginRequestInput: { code, state } })
      .unwrap()
      .then((answer) =>
        setDemand(signIn(answer, remember, new URLSearchParams({ redirect: wanted }))),
      )
      // Said below, from the state of the call.
      .catch(() => undefined)
  }, [attempt, code, finish, signIn])

  if (params.has('error')) return { failure: t('provider.refused') }
  if (!code || !attempt) return { failure: t('provider.foreign') }
  return { failure: error ? errorText(error) : undefined, attempt, demand }
}
