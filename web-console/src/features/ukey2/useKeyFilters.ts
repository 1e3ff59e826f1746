import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

const PLATFORMS = [
  { value: 'ios', label: 'iOS' },
  { value: 'android', label: 'Android' },
]

/** Fields by which the keys may be narrowed. */
export function useKeyFilters(): FilterField[] {
  const { t } = useTranslation('ukey2')
  return useMemo(
    () => [
      { field: 'platform', label: t('fields.platform'), type: 'choice', options: PLATFORMS },
      { field: 'is_active', label: t('fields.active'), type: 'boolean' },
      { field: 'last_used_at', label: t('fields.used'), type: 'time' },
      { field: 'revoked_at', label: t('fields.revoked'), type: 'time' },
      { field: 'created_at', label: t('fields.issued'), type: 'time' },
    ],
    [t],
  )
}
