import { useMemo, type ReactNode } from 'react'
import { useGetProfileQuery } from '@/api/profile'
import { useSession } from '@/api/session'
import { currentUser, CurrentUserContext } from './currentUser'

/** Milliseconds between looks: a licence, or the period of a group, ends without anybody's doing. */
const INTERVAL = 300_000

/** Holds the one subscription to the profile; everything below asks it by `useCan`. */
export function CurrentUserProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const { currentData: profile } = useGetProfileQuery(undefined, {
    skip: !session,
    pollingInterval: INTERVAL,
    skipPollingIfUnfocused: true,
  })
  const value = useMemo(() => currentUser(profile), [profile])
  return <CurrentUserContext value={value}>{children}</CurrentUserContext>
}
