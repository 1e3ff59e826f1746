import { lazy, Suspense } from 'react'
import type { MarkerDialogProps } from './MarkerDialog'

const Dialog = lazy(() => import('./MarkerDialog'))

/** The dialog, fetched when it is opened: lists need no form. */
export function MarkerDialog(props: MarkerDialogProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
