import { useMemo } from 'react'
import type { Permission } from '@/api/generated/permissions'
import { useGetProfileQuery } from '@/api/profile'
import { useSession } from '@/api/session'
import { hasFeature, hasPermission, meets, type LicensedFeature, type Need } from './permissions'

/** The signed-in user and what they may do; nothing is allowed until the profile is here. */
export function useCan() {
  const session = useSession()
  const { currentData: profile } = useGetProfileQuery(undefined, { skip: !session })
  return useMemo(
    () => ({
      profile,
      /** One of the codes is enough. */
      can: (...codes: Permission[]) => codes.some((code) => hasPermission(profile, code)),
      has: (feature: LicensedFeature) => hasFeature(profile, feature),
      meets: (need: Need | undefined) => meets(profile, need),
    }),
    [profile],
  )
}

/** The signed-in user's profile; undefined until it is loaded. */
export const useProfile = () => useCan().profile
