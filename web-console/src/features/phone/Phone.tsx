import { lazy, Suspense } from 'react'
import { useSession } from '@/api/session'
import { useCan } from '@/kit/permissions'

const PhoneRoot = lazy(() => import('./PhoneRoot'))

/** The web phone over every page, for who has its licences; it shows itself once it has a number. */
export function Phone({ place }: { place: HTMLElement | null }) {
  const { has, profile } = useCan()
  const session = useSession()
  if (!profile?.id || !has('sip') || !has('sip.web_dialer')) return null
  return (
    <Suspense fallback={null}>
      <PhoneRoot key={`${session?.project.id} ${profile.id}`} place={place} />
    </Suspense>
  )
}
