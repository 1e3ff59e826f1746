import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

/** Fields by which the access rules may be narrowed. */
export function useAccessRuleFilters(): FilterField[] {
  const { t } = useTranslation('access-rules')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'prohibition', label: t('effects.forbids'), type: 'boolean' },
      { field: 'is_shareable', label: t('fields.shareable'), type: 'boolean' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
