import { useSelector } from 'react-redux'
import {
  selectSession,
  selectSessions,
  selectSignInId,
  selectStatus,
  selectSupport,
} from './sessionSlice'

/** The session in use; undefined when signed out or still choosing a project. */
export const useSession = () => useSelector(selectSession)

/** Every session of the account, one per project. */
export const useSessions = () => useSelector(selectSessions)

export const useSessionStatus = () => useSelector(selectStatus)

/** The support session in use; undefined when there is none. */
export const useSupport = () => useSelector(selectSupport)

/** Tells this sign-in from another; undefined when signed out. */
export const useSignInId = () => useSelector(selectSignInId)
