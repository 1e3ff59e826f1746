import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '@/kit/permissions'

// Fetched when it is opened.
const AdoptDialog = lazy(() => import('./AdoptDialog'))

const DIALOG = 'adopt'

/** The dialog of the device whose page this is; whether it is open is in the address. */
export function AdoptEntry({ device }: { device: { id: number; name: string } }) {
  const { can } = useCan()
  const [params, setParams] = useSearchParams()
  if (params.get('dialog') !== DIALOG || !can('can_edit_device')) return null
  const close = () =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        next.delete('dialog')
        return next
      },
      { replace: true },
    )
  return (
    <Suspense fallback={null}>
      <AdoptDialog device={device} onClose={close} />
    </Suspense>
  )
}

/** The page of a device with the dialog open. */
export const adoptPath = (id: number): string => `/devices/${id}?dialog=${DIALOG}`
