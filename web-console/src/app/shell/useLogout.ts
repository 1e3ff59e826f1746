import { useDispatch } from 'react-redux'
import { useLogoutMutation } from '@/api/auth'
import { signedOut, supportEnded, tellTabs, useSignInId, useSupport } from '@/api/session'
import { sendPendingStops } from '@/kit/pendingStops'

/** Ends the session here and in the other tabs, and on the server if it can be reached. */
export function useLogout(): () => Promise<void> {
  const dispatch = useDispatch()
  const support = useSupport()
  const id = useSignInId()
  const [logout] = useLogoutMutation()
  return async () => {
    await sendPendingStops()
    // A server that does not answer must not keep a person signed in on this machine.
    await logout({ logoutRequestInput: {} })
    if (support) {
      dispatch(supportEnded())
      await logout({ logoutRequestInput: {} })
    }
    dispatch(signedOut())
    tellTabs({ type: 'ended', id })
  }
}
