import { createContext, useContext } from 'react'
import type { Permission } from '@/api/generated/permissions'
import type { Profile } from '@/api/profile'
import { hasFeature, hasPermission, meets, type LicensedFeature, type Need } from './permissions'

/** The signed-in user, and questions about what they may do. */
export interface CurrentUser {
  profile: Profile | undefined
  /** One of the codes is enough. */
  can: (...codes: Permission[]) => boolean
  has: (feature: LicensedFeature) => boolean
  meets: (need: Need | undefined) => boolean
}

export const currentUser = (profile: Profile | undefined): CurrentUser => ({
  profile,
  can: (...codes) => codes.some((code) => hasPermission(profile, code)),
  has: (feature) => hasFeature(profile, feature),
  meets: (need) => meets(profile, need),
})

export const CurrentUserContext = createContext<CurrentUser>(currentUser(undefined))

/**
 * The signed-in user and what they may do; nothing is allowed until the profile is here. Costs no
 * subscription, so that every cell of a list may ask.
 */
export const useCan = (): CurrentUser => useContext(CurrentUserContext)

/** The signed-in user's profile; undefined until it is loaded. */
export const useProfile = () => useCan().profile
