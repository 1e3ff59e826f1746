import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { CALL_STATUSES } from './api'

/** Fields by which the calls may be narrowed. */
export function useCallFilters({ isSosOnly = false } = {}): FilterField[] {
  const { t } = useTranslation('call-history')
  return useMemo(() => {
    const fields: FilterField[] = [
      { field: 'created_at', label: t('fields.when'), type: 'time' },
      {
        field: 'status',
        label: t('fields.status'),
        type: 'choice',
        options: CALL_STATUSES.map((value) => ({ value, label: t(`options.statuses.${value}`) })),
      },
      { field: 'from_number', label: t('fields.fromNumber'), type: 'text' },
      { field: 'to_number', label: t('fields.toNumber'), type: 'text' },
      { field: 'duration', label: t('fields.seconds'), type: 'number' },
      {
        field: 'type',
        label: t('fields.type'),
        type: 'choice',
        options: (['normal', 'awaiting'] as const).map((value) => ({
          value,
          label: t(`options.types.${value}`),
        })),
      },
    ]
    if (!isSosOnly) fields.push({ field: 'is_sos', label: t('sos'), type: 'boolean' })
    return fields
  }, [t, isSosOnly])
}
