import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '@/api/generated/permissions'

type Name = `options.names.${Permission}`
type Group = 'options.groups.users'
type Feature = 'options.features.sip'

/**
 * What rights, their groups and licence features are called. Fetched when first needed; a code that
 * this console does not know is shown as it is.
 */
export function usePermissionWords() {
  const { t, ready } = useTranslation('permissions', { useSuspense: false })
  return useMemo(
    () => ({
      isReady: ready,
      nameOf: (code: string) => t(`options.names.${code}` as Name, { defaultValue: code }),
      groupOf: (group: string) => t(`options.groups.${group}` as Group, { defaultValue: group }),
      featureOf: (feature: string) =>
        t(`options.features.${feature.replaceAll('.', '_')}` as Feature, { defaultValue: feature }),
    }),
    [t, ready],
  )
}
