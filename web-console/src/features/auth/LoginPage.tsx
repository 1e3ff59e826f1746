import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorDemand } from './signInApi'
import { useGetServerSettingsQuery } from './signInApi'
import { AuthPage } from './AuthPage'
import { OtherWays } from './OtherWays'
import { PasswordForm } from './PasswordForm'

// antd, zod and the kit of forms are loaded only for who has a second factor.
const SecondFactorStep = lazy(() => import('./SecondFactorStep'))

interface Pending {
  demand: SecondFactorDemand
  remember: boolean
}

/** Signing in by password, and from there to a second factor or to the other ways. Measured: see e2e/mocked/load.spec.ts. */
export default function LoginPage() {
  const { t } = useTranslation('auth')
  const [pending, setPending] = useState<Pending>()
  const { data: settings } = useGetServerSettingsQuery()

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
      <PasswordForm onDemand={(demand, remember) => setPending({ demand, remember })} />
      <OtherWays />
    </AuthPage>
  )
}
