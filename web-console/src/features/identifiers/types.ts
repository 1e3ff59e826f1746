import type { LicensedFeature } from '@/kit/permissions'
import { IDENTIFIER_TYPES, type IdentifierType } from './api'

/** Types that are made with a feature of the licence only. */
const TYPE_FEATURES: Partial<Record<IdentifierType, LicensedFeature>> = {
  face: 'face_id',
  license_plate: 'license_plate',
}

/**
 * The types that a form offers: of what the licence lacks only the one that the identifier has
 * already. Mobile keys are issued, not entered: only an identifier that is one shows the type.
 */
export function offeredTypes(
  current: IdentifierType,
  has: (feature: LicensedFeature) => boolean,
): IdentifierType[] {
  return IDENTIFIER_TYPES.filter((type) => {
    if (type === current) return true
    const feature = TYPE_FEATURES[type]
    return current !== 'ukey2' && type !== 'ukey2' && (!feature || has(feature))
  })
}
