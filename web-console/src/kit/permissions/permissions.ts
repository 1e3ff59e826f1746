import type { Feature, Permission } from '@/api/generated/permissions'
import type { Profile } from '@/api/profile'

type Who =
  | (Pick<Profile, 'id' | 'role' | 'license_info'> & Partial<Pick<Profile, 'is_dealer'>>)
  | undefined

/** True only for a user with an id whose role holds the code. */
export function hasPermission(who: Who, code: Permission): boolean {
  return Boolean(who?.id) && Boolean(who?.role?.permissions?.includes(code))
}

/** A licence feature: of a right, or of what a form may switch on. */
export type LicensedFeature = Feature | 'face_id' | 'license_plate'

/**
 * What a screen or an action needs. `any`: one of these codes is enough; absent: any signed-in
 * user. `feature`: a licence feature that must be on as well. `isDealer`: for those who manage
 * projects as a dealer.
 */
export interface Need {
  any?: readonly Permission[]
  feature?: LicensedFeature
  isDealer?: true
}

export function hasFeature(who: Who, feature: LicensedFeature): boolean {
  return Boolean(who?.license_info?.features?.includes(feature))
}

export function meets(who: Who, need: Need | undefined): boolean {
  if (!who?.id) return false
  if (need?.feature && !hasFeature(who, need.feature)) return false
  if (need?.isDealer && !who.is_dealer) return false
  return !need?.any || need.any.some((code) => hasPermission(who, code))
}
