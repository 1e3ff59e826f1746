import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { PasswordField } from '@/kit/form/PasswordField'
import { TextField } from '@/kit/form/TextField'
import { useRegisterMutation } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { ConfirmCodeStep, type Registration } from './ConfirmCodeStep'
import { InvitationForm } from './InvitationForm'
import { registrationSchema } from './schema'
import { useLocale } from './useLocale'

/** With a token: an invitation is taken. Without: somebody registers by their e-mail. */
export default function RegistrationPage() {
  const { token } = useParams()
  return token ? <InvitationForm token={token} /> : <SimpleRegistration />
}

function SimpleRegistration() {
  const { t } = useTranslation('auth')
  const locale = useLocale()
  const [params] = useSearchParams()
  const [register] = useRegisterMutation()
  const [begun, setBegun] = useState<Registration>()
  if (begun) return <ConfirmCodeStep begun={begun} onBack={() => setBegun(undefined)} />
  return (
    <AuthPage
      title={t('register.title')}
      lead={t('register.lead')}
      links={[toLogin(t('register.toSignIn'))]}
    >
      <AuthForm
        schema={registrationSchema}
        initial={{ name: '', login: '', password: '' }}
        action={t('register.next')}
        onSubmit={async (values) => {
          const project = params.get('project')
          const answer = await register({
            registerRequestInput: { ...values, project, locale },
          }).unwrap()
          setBegun({ ...answer, email: values.login })
        }}
      >
        <TextField name="name" label={t('name')} autoComplete="name" maxLength={100} />
        <TextField name="login" label={t('email')} autoComplete="email" />
        <PasswordField name="password" label={t('password')} help={t('passwordHelp')} />
      </AuthForm>
    </AuthPage>
  )
}
