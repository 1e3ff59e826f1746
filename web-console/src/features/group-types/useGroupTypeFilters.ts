import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import { KINDS } from './schema'

/** Fields by which the types may be narrowed. */
export function useGroupTypeFilters(): FilterField[] {
  const { t } = useTranslation('group-types')
  return useMemo(
    () => [
      { field: 'name', label: t('fields.name'), type: 'text' },
      {
        field: 'type',
        label: t('fields.kind'),
        type: 'choice',
        options: KINDS.map((kind) => ({ value: kind, label: t(`options.kinds.${kind}`) })),
      },
    ],
    [t],
  )
}
