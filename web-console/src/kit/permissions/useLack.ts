import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFeature, type Need } from './permissions'
import { useCan } from './currentUser'
import { usePermissionWords } from './usePermissionWords'

/**
 * What somebody lacks for something, in words for a control that is off: `disabled={lack(need)}`.
 * False when nothing is lacking. `featuresOff`: those that the group in question has not, although the project has them.
 */
export function useLack(): (
  need: Need | undefined,
  featuresOff?: readonly string[],
) => string | false {
  const { t } = useTranslation(['permissions', 'common'], { useSuspense: false })
  const { meets, profile } = useCan()
  const { isReady, nameOf, featureOf } = usePermissionWords()
  return useCallback(
    (need, featuresOff) => {
      const isOff = need?.feature !== undefined && featuresOff?.includes(need.feature)
      if (meets(need)) {
        if (!isOff) return false
        return isReady
          ? t('unlicensedHere', { feature: featureOf(need.feature!) })
          : t('common:noRight')
      }
      if (!isReady) return t('common:noRight')
      if (need?.feature && !hasFeature(profile, need.feature)) {
        return t('unlicensed', { feature: featureOf(need.feature) })
      }
      if (need?.isDealer && !profile?.is_dealer) return t('dealersOnly')
      const names = (need?.any ?? []).map(nameOf).join(` ${t('common:or')} `)
      return names ? t('missing', { right: names }) : t('common:noRight')
    },
    [meets, profile, isReady, nameOf, featureOf, t],
  )
}
