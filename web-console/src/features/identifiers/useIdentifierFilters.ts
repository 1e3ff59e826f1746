import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { IDENTIFIER_TYPES, ORIGINS } from './api'

/** Fields by which the identifiers may be narrowed. */
export function useIdentifierFilters(): FilterField[] {
  const { t } = useTranslation('identifiers')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      {
        field: 'type',
        label: t('fields.type'),
        type: 'choice',
        options: IDENTIFIER_TYPES.map((value) => ({ value, label: t(`options.types.${value}`) })),
      },
      { field: 'value', label: t('fields.value'), type: 'text' },
      { field: 'is_active', label: t('fields.active'), type: 'boolean' },
      {
        field: 'owner_type',
        label: t('fields.ownerType'),
        type: 'choice',
        options: [
          { value: 'owner', label: t('options.ownerTypes.owner') },
          { value: 'guest', label: t('options.ownerTypes.guest') },
        ],
      },
      {
        field: 'origin',
        label: t('fields.origin'),
        type: 'choice',
        options: ORIGINS.map((value) => ({ value, label: t(`options.origins.${value}`) })),
      },
      { field: 'period_restrict_to', label: t('fields.to'), type: 'time' },
      { field: 'revoked_at', label: t('fields.revoked'), type: 'time' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
