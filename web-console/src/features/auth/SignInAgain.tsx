import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'react-redux'
import { useLoginMutation } from '@/api/auth'
import { errorStatus } from '@/api/errors'
import {
  rememberPreset,
  selectSession,
  selectSignInId,
  tellTabs,
  tokensRotated,
  type WithSession,
} from '@/api/session'
import { CodeField } from '@/kit/form/CodeField'
import { PasswordField } from '@/kit/form/PasswordField'
import { TextField } from '@/kit/form/TextField'
import { useCan } from '@/kit/permissions'
import {
  useLoginSecondFactorMutation,
  type LoginResponse,
  type SecondFactorDemand,
} from './signInApi'
import { AuthForm } from './AuthForm'
import styles from './auth.module.css'
import { recoveryCodeSchema, secondFactorSchema, signInAgainSchema } from './schema'
import { userOf } from './userOf'

const ANOTHER_ACCOUNT = new Error('a sign-in of another account')

interface Props {
  onSignedIn: () => void
  onClose: () => void
}

/**
 * Signs the same person in to the same project once more, where they are: what they have typed
 * stays. The new session takes the place of the one in use, in every tab that shares it.
 */
export default function SignInAgain({ onSignedIn, onClose }: Props) {
  const { t } = useTranslation('auth')
  const [demand, setDemand] = useState<SecondFactorDemand>()
  const take = useTakeSession()
  const onAnswer = async (answer: LoginResponse) => {
    if (answer.second_factor) return setDemand(answer.second_factor)
    await take(answer)
    onSignedIn()
  }
  return (
    <Modal open title={t('again.title')} width={440} footer={null} onCancel={onClose}>
      <p className={styles.lead}>{t(demand ? 'second.title' : 'again.lead')}</p>
      {demand ? (
        <CodeStep key={demand.ticket} demand={demand} onAnswer={onAnswer} />
      ) : (
        <PasswordStep onAnswer={onAnswer} />
      )}
    </Modal>
  )
}

/** Puts the new tokens in the place of the old ones, where they are of the same person. */
function useTakeSession() {
  const store = useStore<WithSession>()
  const { profile } = useCan()
  return async ({ sessions }: LoginResponse) => {
    const before = store.getState()
    const project = selectSession(before)?.project.id
    const own = sessions.find((one) => one.project?.id === project)
    if (!own || !profile || (await userOf(own.token)) !== profile.id) throw ANOTHER_ACCOUNT
    // The tokens in use may have been exchanged meanwhile; the sign-in and the project must be the same.
    const after = store.getState()
    const session = selectSession(after)
    const isSame =
      session?.project.id === project && selectSignInId(after) === selectSignInId(before)
    if (!session || !isSame) throw ANOTHER_ACCOUNT
    const change = { from: session.refresh, tokens: { token: own.token, refresh: own.refresh } }
    store.dispatch(tokensRotated(change))
    tellTabs({ type: 'rotated', ...change })
  }
}

interface StepProps {
  onAnswer: (answer: LoginResponse) => Promise<void>
}

function PasswordStep({ onAnswer }: StepProps) {
  const { t } = useTranslation('auth')
  const { profile } = useCan()
  const [login] = useLoginMutation()
  const explain = useExplain(t('wrong'))
  return (
    <AuthForm
      schema={signInAgainSchema}
      initial={{ login: profile?.email ?? '', password: '' }}
      action={t('enter')}
      focusOn="password"
      retryWith="password"
      explain={explain}
      onSubmit={async (values) => {
        const remember = rememberPreset.get()
        await onAnswer(await login({ loginRequestInput: { ...values, remember } }).unwrap())
      }}
    >
      <TextField name="login" label={t('login')} autoComplete="username" />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
    </AuthForm>
  )
}

function CodeStep({ demand, onAnswer }: StepProps & { demand: SecondFactorDemand }) {
  const { t } = useTranslation('auth')
  const [login] = useLoginSecondFactorMutation()
  const explain = useExplain(t('second.wrong'))
  const isTotp = demand.methods.includes('totp')
  if (!isTotp && !demand.methods.includes('recovery_code')) return <p>{t('again.elsewhere')}</p>
  return (
    <AuthForm
      schema={isTotp ? secondFactorSchema : recoveryCodeSchema}
      initial={{ code: '' }}
      action={t('enter')}
      focusOn="code"
      retryWith="code"
      explain={explain}
      onSubmit={async ({ code }) => {
        const loginSecondFactorRequestInput = { ticket: demand.ticket, code }
        await onAnswer(await login({ loginSecondFactorRequestInput }).unwrap())
      }}
    >
      {isTotp ? (
        <CodeField name="code" label={t('second.code')} />
      ) : (
        <TextField name="code" label={t('second.recoveryCode')} isCode />
      )}
    </AuthForm>
  )
}

/** `refused`: what a 401 means in this step. */
function useExplain(refused: string) {
  const { t } = useTranslation('auth')
  return (error: unknown) => {
    if (error === ANOTHER_ACCOUNT) return t('again.another')
    return errorStatus(error) === 401 ? refused : undefined
  }
}
