import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { PasswordField } from '@/kit/form/PasswordField'
import { useAcceptInvitationMutation, useGetInvitationQuery } from './registrationApi'
import { AuthForm } from './AuthForm'
import { AuthPage, toLogin } from './AuthPage'
import { isOutdated } from './isOutdated'
import { OutdatedLink } from './OutdatedLink'
import { acceptSchema, newPasswordSchema } from './schema'
import { useSignIn } from './useSignIn'

/** Somebody was invited: they set a password (or prove the one they have) and are signed in. */
export function InvitationForm({ token }: { token: string }) {
  const { t } = useTranslation('auth')
  const { data, error, refetch } = useGetInvitationQuery({ token })
  const [accept] = useAcceptInvitationMutation()
  const signIn = useSignIn()

  if (error && isOutdated(error)) {
    return (
      <OutdatedLink
        text={t('invitation.outdated')}
        links={[toLogin(t('toSignIn')), { to: '/password/recovery', text: t('forgot') }]}
      />
    )
  }
  if (!data) {
    return (
      <AuthPage title={t('invitation.title')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading paragraph={{ rows: 4 }} title={false} />
        )}
      </AuthPage>
    )
  }
  const { name, email, project_name, has_password } = data
  return (
    <AuthPage
      title={t('invitation.welcome', { name })}
      lead={t(has_password ? 'invitation.leadKnown' : 'invitation.lead', {
        project: project_name,
        email,
      })}
      links={[toLogin(t('toSignIn'))]}
    >
      <AuthForm
        schema={has_password ? acceptSchema : newPasswordSchema}
        initial={{ password: '' }}
        action={t('invitation.accept')}
        retryWith="password"
        onSubmit={async ({ password }) => {
          try {
            const answer = await accept({ token, body: { password } }).unwrap()
            signIn(answer, false)
          } catch (failure) {
            if (isOutdated(failure)) void refetch()
            else throw failure
          }
        }}
      >
        {/* Lets a password manager file the password under its account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label={t(has_password ? 'password' : 'newPassword')}
          help={has_password ? undefined : t('passwordHelp')}
          autoComplete={has_password ? 'current-password' : 'new-password'}
        />
      </AuthForm>
    </AuthPage>
  )
}
