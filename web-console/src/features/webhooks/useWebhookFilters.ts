import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

/** Fields by which webhooks may be narrowed. */
export function useWebhookFilters(): FilterField[] {
  const { t } = useTranslation('webhooks')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'url', label: t('fields.url'), type: 'text' },
    ],
    [t],
  )
}
