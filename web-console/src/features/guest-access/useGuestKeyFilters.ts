import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

/** Fields by which the keys may be narrowed. */
export function useGuestKeyFilters(): FilterField[] {
  const { t } = useTranslation('guest-access')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'period_restrict_to', label: t('fields.to'), type: 'time' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
