import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { INTEGRATION_TYPES, TYPE_KEYS } from './schema'

/** Fields by which integrations may be narrowed. */
export function useIntegrationFilters(): FilterField[] {
  const { t } = useTranslation('integrations')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      {
        field: 'type',
        label: t('fields.type'),
        type: 'choice',
        options: INTEGRATION_TYPES.map((type) => ({
          value: type,
          label: t(`options.types.${TYPE_KEYS[type]}`),
        })),
      },
    ],
    [t],
  )
}
