import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'

export function useRoleFilters(): FilterField[] {
  const { t } = useTranslation('roles')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      { field: 'description', label: t('fields.description'), type: 'text' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t],
  )
}
