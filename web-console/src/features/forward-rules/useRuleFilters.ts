import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

/** Fields by which the forward rules may be narrowed. */
export function useRuleFilters(): FilterField[] {
  const { t } = useTranslation('forward-rules')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
