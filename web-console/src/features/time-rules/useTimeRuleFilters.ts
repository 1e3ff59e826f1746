import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

/** Fields by which the schedules may be narrowed. */
export function useTimeRuleFilters(): FilterField[] {
  const { t } = useTranslation('time-rules')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
