import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { FORWARD_MODES } from './api'

/** Fields by which the virtual numbers may be narrowed. */
export function useNumberFilters(): FilterField[] {
  const { t } = useTranslation('sip-numbers')
  return useMemo(
    () => [
      { field: 'number', label: t('fields.number'), type: 'text' },
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'is_active', label: t('fields.active'), type: 'boolean' },
      { field: 'is_general', label: t('options.owners.group'), type: 'boolean' },
      { field: 'is_reserved', label: t('fields.reserved'), type: 'boolean' },
      { field: 'is_system', label: t('fields.system'), type: 'boolean' },
      {
        field: 'forward_mode',
        label: t('fields.forwarding'),
        type: 'choice',
        options: FORWARD_MODES.map((value) => ({ value, label: t(`options.modes.${value}`) })),
      },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
