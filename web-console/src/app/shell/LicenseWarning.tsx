import { lazy, Suspense, useEffect, useState } from 'react'
import { loadLicenseBar } from '@/features/licenses'
import { useCan } from '@/kit/permissions'

const LicenseBar = lazy(loadLicenseBar)
/** Milliseconds after which the licence is asked about: the page comes first. */
const DELAY_MS = 4_000

/** Warns those who manage licences of the end of one. */
export function LicenseWarning() {
  const { can } = useCan()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue || !can('can_manage_licenses')) return null
  return (
    <Suspense fallback={null}>
      <LicenseBar />
    </Suspense>
  )
}
