import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoginMutation } from '@/api/auth'
import { errorStatus } from '@/api/errors'
import { rememberPreset } from '@/api/session'
// From their own files: the whole kit of forms is not needed to sign in.
import { PasswordField } from '@/kit/form/PasswordField'
import { TextField } from '@/kit/form/TextField'
import type { SecondFactorDemand } from './signInApi'
import { useGetServerSettingsQuery } from './signInApi'
import { AuthForm } from './AuthForm'
import { AuthPage } from './AuthPage'
import { RememberField } from './RememberField'
import { loginSchema } from './schema'
import { useSignIn } from './useSignIn'

// Fetched once the form is there.
const OtherWays = lazy(() => import('./OtherWays'))
const SecondFactorStep = lazy(() => import('./SecondFactorStep'))

interface Pending {
  demand: SecondFactorDemand
  remember: boolean
}

/** Signing in by password, and from there to a second factor or to the other ways. */
export default function LoginPage() {
  const { t } = useTranslation('auth')
  const [pending, setPending] = useState<Pending>()
  const [login] = useLoginMutation()
  const { data: settings } = useGetServerSettingsQuery()
  const signIn = useSignIn()

  if (pending) {
    return (
      <Suspense fallback={null}>
        <SecondFactorStep {...pending} onBack={() => setPending(undefined)} />
      </Suspense>
    )
  }
  const links = [{ to: '/password/recovery', text: t('forgot') }]
  if (settings?.registration) links.push({ to: '/registration', text: t('register.link') })
  return (
    <AuthPage title={t('signIn')} lead={t('lead')} links={links}>
      <AuthForm
        schema={loginSchema}
        initial={{ login: '', password: '', remember: rememberPreset.get() }}
        action={t('enter')}
        retryWith="password"
        // 401 is also said of an outdated token; here it can only be the password.
        explain={(error) => (errorStatus(error) === 401 ? t('wrong') : undefined)}
        onSubmit={async (values) => {
          const answer = await login({ loginRequestInput: values }).unwrap()
          const demand = signIn(answer, values.remember)
          if (demand) setPending({ demand, remember: values.remember })
        }}
      >
        <TextField name="login" label={t('login')} autoComplete="username" />
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        <RememberField />
      </AuthForm>
      <Suspense fallback={null}>
        <OtherWays />
      </Suspense>
    </AuthPage>
  )
}
