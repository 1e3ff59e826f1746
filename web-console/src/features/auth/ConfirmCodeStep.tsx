import { CheckOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { CodeField } from '@/kit/form/CodeField'
import { useConfirmEmailMutation, useResendRegistrationMutation } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import styles from './auth.module.css'
import { isOutdated } from './isOutdated'
import { Notice } from './Notice'
import { confirmationSchema } from './schema'
import { useCountdown } from './useCountdown'

export interface Registration {
  registration: string
  resend_after_seconds: number
  email: string
}

interface Props {
  begun: Registration
  /** To the first step, with another e-mail or because this attempt is void. */
  onBack: () => void
}

/** The code that was mailed ends the registration. */
export function ConfirmCodeStep({ begun, onBack }: Props) {
  const { t } = useTranslation('auth')
  const [registration, setRegistration] = useState(begun.registration)
  const [confirm] = useConfirmEmailMutation()
  const [state, setState] = useState<'asking' | 'done' | 'void'>('asking')
  if (state === 'done') {
    return (
      <Notice
        tone="success"
        icon={CheckOutlined}
        title={t('register.done')}
        text={t('register.doneText')}
        links={[toLogin(t('toSignIn'))]}
      />
    )
  }
  return (
    <AuthPage
      title={t('register.codeTitle')}
      lead={t('register.codeLead', { email: begun.email })}
      links={[toLogin(t('register.toSignIn'))]}
    >
      {state === 'void' ? (
        <>
          <Alert type="warning" showIcon title={t('register.void')} className={styles.failure} />
          <Button type="primary" size="large" block onClick={onBack}>
            {t('register.again')}
          </Button>
        </>
      ) : (
        <>
          <AuthForm
            schema={confirmationSchema}
            initial={{ code: '' }}
            action={t('register.confirm')}
            focusOn="code"
            retryWith="code"
            onSubmit={async ({ code }) => {
              try {
                await confirm({ confirmEmailRequestInput: { registration, code } }).unwrap()
                setState('done')
              } catch (error) {
                if (!isOutdated(error)) throw error
                setState('void')
              }
            }}
          >
            <CodeField name="code" label={t('register.code')} />
          </AuthForm>
          <div className={styles.choices}>
            <Resend
              registration={registration}
              seconds={begun.resend_after_seconds}
              onSent={setRegistration}
              onVoid={() => setState('void')}
            />
            <Button type="link" onClick={onBack}>
              {t('register.otherEmail')}
            </Button>
          </div>
        </>
      )}
    </AuthPage>
  )
}

interface ResendProps {
  registration: string
  /** Until another code may be asked for. */
  seconds: number
  onSent: (registration: string) => void
  onVoid: () => void
}

function Resend({ registration, seconds, onSent, onVoid }: ResendProps) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const [resend, { isLoading }] = useResendRegistrationMutation()
  const { left, restart } = useCountdown(seconds)
  const send = async () => {
    try {
      const answer = await resend({
        resendRegistrationRequestInput: { code: registration },
      }).unwrap()
      onSent(answer.registration)
      restart(answer.resend_after_seconds)
      alerts.success(t('register.resent'))
    } catch (error) {
      if (isOutdated(error)) onVoid()
      else alerts.error(errorText(error))
    }
  }
  return (
    <Button type="link" disabled={left > 0} loading={isLoading} onClick={() => void send()}>
      {left > 0 ? t('register.resendIn', { seconds: left }) : t('register.resend')}
    </Button>
  )
}
