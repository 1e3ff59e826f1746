import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { TRUNK_STATUSES } from './api'

/** Fields by which the trunks may be narrowed. */
export function useTrunkFilters(): FilterField[] {
  const { t } = useTranslation('sip-trunks')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'outgoing_number', label: t('fields.outgoing'), type: 'text' },
      { field: 'termination_uri', label: t('fields.provider'), type: 'text' },
      {
        field: 'status',
        label: t('fields.status'),
        type: 'choice',
        options: TRUNK_STATUSES.map((value) => ({ value, label: t(`options.statuses.${value}`) })),
      },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
