import { KeyOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorStatus } from '@/api/errors'
import { CodeField } from '@/kit/form/CodeField'
import { TextField } from '@/kit/form/TextField'
import { isPasskeySupported } from '@/kit/passkey'
import { useLoginSecondFactorMutation, type SecondFactorDemand } from './signInApi'
import { AuthForm } from './AuthForm'
import { AuthPage } from './AuthPage'
import styles from './auth.module.css'
import { recoveryCodeSchema, secondFactorSchema } from './schema'
import { usePasskeySignIn } from './usePasskeySignIn'
import { useSignIn } from './useSignIn'

type Method = 'totp' | 'recovery_code' | 'passkey'

interface Props {
  demand: SecondFactorDemand
  remember: boolean
  onBack: () => void
}

/** The password was right; the account wants more: a code, a passkey, or a recovery code. */
export default function SecondFactorStep({ demand, remember, onBack }: Props) {
  const { t } = useTranslation('auth')
  const offered = methodsOf(demand)
  const [method, setMethod] = useState<Method>(offered[0] ?? 'recovery_code')
  return (
    <AuthPage title={t('second.title')} lead={t(`second.options.leads.${method}`)}>
      {method === 'passkey' ? (
        <PasskeyFactor ticket={demand.ticket} remember={remember} />
      ) : (
        <CodeFactor key={method} ticket={demand.ticket} remember={remember} method={method} />
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
  const order: Method[] = ['totp', 'passkey', 'recovery_code']
  return order.filter(
    (each) => methods.includes(each) && (each !== 'passkey' || isPasskeySupported()),
  )
}

interface FactorProps {
  ticket: string
  remember: boolean
}

function CodeFactor({ ticket, remember, method }: FactorProps & { method: Method }) {
  const { t } = useTranslation('auth')
  const [login] = useLoginSecondFactorMutation()
  const signIn = useSignIn()
  const isTotp = method === 'totp'
  return (
    <AuthForm
      schema={isTotp ? secondFactorSchema : recoveryCodeSchema}
      initial={{ code: '' }}
      action={t('enter')}
      focusOn="code"
      retryWith="code"
      explain={(error) => (errorStatus(error) === 401 ? t('second.wrong') : undefined)}
      onSubmit={async ({ code }) => {
        const answer = await login({ loginSecondFactorRequestInput: { ticket, code } }).unwrap()
        signIn(answer, remember)
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

function PasskeyFactor({ ticket, remember }: FactorProps) {
  const { t } = useTranslation('auth')
  const [failure, setFailure] = useState<string>()
  const { start, isLoading } = usePasskeySignIn(setFailure)
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
