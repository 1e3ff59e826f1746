import { useTranslation } from 'react-i18next'
import { PasswordField } from '@/kit/form/PasswordField'
import { SelectField } from '@/kit/form/SelectField'
import { TextField } from '@/kit/form/TextField'
import type { SelfRegistration } from '@/api/generated/registrations'
import { useSelfRegisterMutation } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { ObjectNameField } from './ObjectNameField'
import { selfRegistrationSchema } from './schema'
import { useLocale } from './useLocale'

interface Props {
  code: string
  offer: SelfRegistration
  /** The confirmation is on its way to this address. */
  onSent: (email: string) => void
}

/** What a project asks of those who register themselves. */
export function SelfRegistrationForm({ code, offer, onSent }: Props) {
  const { t } = useTranslation('auth')
  const locale = useLocale()
  const [register] = useSelfRegisterMutation()
  const { project_name, user_types, object_names } = offer
  return (
    <AuthPage
      title={t('self.join', { project: project_name })}
      lead={t('self.lead')}
      links={[toLogin(t('register.toSignIn'))]}
    >
      <AuthForm
        schema={selfRegistrationSchema}
        initial={{
          user_name: '',
          user_email: '',
          user_type: user_types[0] ?? '',
          object_name: '',
          user_password: '',
        }}
        action={t('self.register')}
        onSubmit={async (values) => {
          await register({ selfRegisterRequestInput: { ...values, code, locale } }).unwrap()
          onSent(values.user_email)
        }}
      >
        <TextField name="user_name" label={t('name')} autoComplete="name" maxLength={100} />
        <TextField name="user_email" label={t('email')} autoComplete="email" />
        {user_types.length > 1 && (
          <SelectField
            name="user_type"
            label={t('self.type')}
            options={user_types.map((each) => ({ value: each, label: each }))}
          />
        )}
        <ObjectNameField
          name="object_name"
          label={t('self.object')}
          help={t('self.objectHelp')}
          suggestions={object_names}
        />
        <PasswordField name="user_password" label={t('password')} help={t('passwordHelp')} />
      </AuthForm>
    </AuthPage>
  )
}
