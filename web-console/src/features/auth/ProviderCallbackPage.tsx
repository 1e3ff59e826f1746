import { WarningOutlined } from '@ant-design/icons'
import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useErrorText } from '@/kit/errors'
import { useFinishProviderLoginMutation } from './signInApi'
import { AuthPage, toLogin } from './AuthPage'
import styles from './auth.module.css'
import { Notice } from './Notice'
import { attemptOf, forgetAttempt } from './providerAttempt'
import { useSignIn } from './useSignIn'

/** Where a provider sends the browser back to. */
export default function ProviderCallbackPage() {
  const { t } = useTranslation('auth')
  const failure = useFinish()
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

/** Ends the sign-in once; answers why it could not. */
function useFinish(): string | undefined {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const [params] = useSearchParams()
  const [finish, { error }] = useFinishProviderLoginMutation()
  const signIn = useSignIn()
  const code = params.get('code')
  const [attempt] = useState(() => attemptOf(params.get('state')))
  // A code is good once, and effects run twice in development.
  const isBegun = useRef(false)

  useEffect(() => {
    if (isBegun.current || !code || !attempt) return
    isBegun.current = true
    forgetAttempt()
    const { state, remember, wanted } = attempt
    finish({ finishProviderLoginRequestInput: { code, state } })
      .unwrap()
      .then((answer) => signIn(answer, remember, new URLSearchParams({ redirect: wanted })))
      // Said below, from the state of the call.
      .catch(() => undefined)
  }, [attempt, code, finish, signIn])

  if (params.has('error')) return t('provider.refused')
  if (!code || !attempt) return t('provider.foreign')
  return error ? errorText(error) : undefined
}
