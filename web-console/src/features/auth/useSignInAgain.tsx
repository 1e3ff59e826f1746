import { lazy, Suspense, useState, type ReactNode } from 'react'
import { errorBody } from '@/api/errors'

const SignInAgain = lazy(() => import('./SignInAgain'))

interface SignInAgainOffer {
  /** Whether the failure is that the sign-in was too long ago: then the dialog is open. */
  takes: (error: unknown) => boolean
  /** `retry`: does what was refused once more. */
  dialog: (retry: () => void) => ReactNode
}

/** Asks for a new sign-in where the server wants one, and then does it once more. */
export function useSignInAgain(): SignInAgainOffer {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    takes: (error) => {
      const isWanted = errorBody(error)?.code === 'sign_in_again'
      if (isWanted) setOpen(true)
      return isWanted
    },
    dialog: (retry) =>
      isOpen && (
        <Suspense fallback={null}>
          <SignInAgain
            onSignedIn={() => {
              close()
              retry()
            }}
            onClose={close}
          />
        </Suspense>
      ),
  }
}
