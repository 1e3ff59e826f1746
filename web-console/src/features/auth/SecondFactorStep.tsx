import { KeyOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorStatus } from '@/api/errors'
import { CodeField } from '@/kit/form/CodeField'
import { PasswordField } from '@/kit/form/PasswordField'
import { TextField } from '@/kit/form/TextField'
import { isPasskeySupported } from '@/kit/passkey'
import { AntdProvider } from '@/kit/theme'
import {
  useLoginSecondFactorMutation,
  type LoginResponse,
  type SecondFactorDemand,
} from './signInApi'
import { AuthForm } from './AuthForm'
import { AuthPage } from './AuthPage'
import styles from './auth.module.css'
import { passwordFactorSchema, recoveryCodeSchema, secondFactorSchema } from './schema'
import { usePasskeySignIn } from './usePasskeySignIn'
import { useSignIn } from './useSignIn'

type Method = 'password' | 'totp' | 'recovery_code' | 'passkey'

interface Props {
  demand: SecondFactorDemand
  remember: boolean
  /** Where to after signing in, where the address of this page does not say it. */
  wanted?: URLSearchParams
  onBack: () => void
}

/**
 * What was given was right, and the account wants more: a code, a passkey, a recovery code, or the
 * password at the first sign-in by a provider, after which a second factor may be asked for in turn.
 */
export default function SecondFactorStep({ demand: first, remember, wanted, onBack }: Props) {
  const [demand, setDemand] = useState(first)
  const common = { demand, remember, wanted, onBack, onDemand: setDemand }
  return (
    <AntdProvider>
      <Factors key={demand.ticket} {...common} />
    </AntdProvider>
  )
}

interface FactorsProps extends Props {
  onDemand: (demand: SecondFactorDemand) => void
}

function Factors({ demand, remember, wanted, onBack, onDemand }: FactorsProps) {
  const { t } = useTranslation('auth')
  const signIn = useSignIn()
  const onAnswer = (answer: LoginResponse) => {
    const next = signIn(answer, remember, wanted)
    if (next) onDemand(next)
  }
  const offered = methodsOf(demand)
  const [method, setMethod] = useState<Method>(offered[0] ?? 'recovery_code')
  return (
    <AuthPage title={t('second.title')} lead={t(`second.options.leads.${method}`)}>
      {method === 'passkey' ? (
        <PasskeyFactor ticket={demand.ticket} remember={remember} wanted={wanted} />
      ) : (
        <CodeFactor key={method} ticket={demand.ticket} method={method} onAnswer={onAnswer} />
      )}
      <div className={styles.choices}>
        {offered
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} type="link" onClick={() => setMethod(each)}>
              {t(`second.options.use.${each}`)}
            </Button>
          ))}
        <Button type="link" onClick={onBack}>
          {t('second.back')}
        </Button>
      </div>
    </AuthPage>
  )
}

/** What the account has and this browser can do, the quickest first. */
function methodsOf({ methods }: SecondFactorDemand): Method[] {
  const order: Method[] = ['password', 'totp', 'passkey', 'recovery_code']
  return order.filter(
    (each) => methods.includes(each) && (each !== 'passkey' || isPasskeySupported()),
  )
}

const CODE_SCHEMAS = {
  password: passwordFactorSchema,
  totp: secondFactorSchema,
  recovery_code: recoveryCodeSchema,
}

interface CodeProps {
  ticket: string
  method: Exclude<Method, 'passkey'>
  onAnswer: (answer: LoginResponse) => void
}

function CodeFactor({ ticket, method, onAnswer }: CodeProps) {
  const { t } = useTranslation('auth')
  const [login] = useLoginSecondFactorMutation()
  const wrong = method === 'password' ? t('second.wrongPassword') : t('second.wrong')
  return (
    <AuthForm
      schema={CODE_SCHEMAS[method]}
      initial={{ code: '' }}
      action={t('enter')}
      focusOn="code"
      retryWith="code"
      explain={(error) => (errorStatus(error) === 401 ? wrong : undefined)}
      onSubmit={async ({ code }) => {
        onAnswer(await login({ loginSecondFactorRequestInput: { ticket, code } }).unwrap())
      }}
    >
      {method === 'password' && (
        <PasswordField name="code" label={t('password')} autoComplete="current-password" />
      )}
      {method === 'totp' && <CodeField name="code" label={t('second.code')} />}
      {method === 'recovery_code' && (
        <TextField name="code" label={t('second.recoveryCode')} isCode />
      )}
    </AuthForm>
  )
}

interface PasskeyProps {
  ticket: string
  remember: boolean
  wanted: URLSearchParams | undefined
}

function PasskeyFactor({ ticket, remember, wanted }: PasskeyProps) {
  const { t } = useTranslation('auth')
  const [failure, setFailure] = useState<string>()
  const { start, isLoading } = usePasskeySignIn(setFailure, wanted)
  return (
    <>
      {failure && <Alert type="error" showIcon title={failure} className={styles.failure} />}
      <Button
        type="primary"
        size="large"
        block
        icon={<KeyOutlined />}
        loading={isLoading}
        onClick={() => void start(ticket, remember)}
      >
        {t('passkey.use')}
      </Button>
    </>
  )
}
