import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { useGroupTypes } from '@/features/group-types'

/** Fields by which the groups may be narrowed. */
export function useGroupFilters(): FilterField[] {
  const { t } = useTranslation('groups')
  const { data: types } = useGroupTypes()
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      {
        field: 'domain_type_id',
        label: t('fields.type'),
        type: 'choice',
        options: types?.items.map(({ id, name }) => ({ value: id, label: name })),
      },
      { field: 'logic_address', label: t('fields.address'), type: 'text' },
      { field: 'created_at', label: t('fields.created'), type: 'time' },
    ],
    [t, types],
  )
}
