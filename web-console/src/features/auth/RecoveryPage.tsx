import { MailOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '@/kit/form/TextField'
import { useRecoverPasswordMutation } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { Notice } from './Notice'
import { recoverySchema } from './schema'

/** Asks for a link by which a forgotten password is set anew. */
export default function RecoveryPage() {
  const { t } = useTranslation('auth')
  const [recover] = useRecoverPasswordMutation()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined) {
    return (
      <Notice
        tone="success"
        icon={MailOutlined}
        title={t('recovery.sent')}
        text={t('recovery.sentText', { email: sentTo })}
        links={[toLogin(t('toSignIn'))]}
      />
    )
  }
  return (
    <AuthPage
      title={t('recovery.title')}
      lead={t('recovery.lead')}
      links={[toLogin(t('toSignIn'))]}
    >
      <AuthForm
        schema={recoverySchema}
        initial={{ email: '' }}
        action={t('recovery.send')}
        onSubmit={async (body) => {
          await recover({ recoverPasswordRequestInput: body }).unwrap()
          setSentTo(body.email)
        }}
      >
        <TextField name="email" label={t('email')} autoComplete="email" />
      </AuthForm>
    </AuthPage>
  )
}
