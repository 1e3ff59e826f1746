import { useMemo, type ReactNode } from 'react'
import { useGetProfileQuery } from '@/api/profile'
import { useSession } from '@/api/session'
import { currentUser, CurrentUserContext } from './currentUser'

/** Holds the one subscription to the profile; everything below asks it by `useCan`. */
export function CurrentUserProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const { currentData: profile } = useGetProfileQuery(undefined, { skip: !session })
  const value = useMemo(() => currentUser(profile), [profile])
  return <CurrentUserContext value={value}>{children}</CurrentUserContext>
}
