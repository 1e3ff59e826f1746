import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '@/kit/filter'
import type { EventSource } from './api'
import { EVENT_CODES, kindOf, type EventKind } from './codes'
import { useEventWords } from './useEventWords'

const OUTSIDE_ACCESS = new Set<EventKind>(['call', 'notice'])

/** Fields by which the events may be narrowed; user and device have pickers of their own. */
export function useEventFilters(source: EventSource): FilterField[] {
  const { t } = useTranslation('events')
  const words = useEventWords()
  return useMemo(() => {
    const codes = EVENT_CODES.filter(
      (code) => source === 'devices' || !OUTSIDE_ACCESS.has(kindOf(code, 'access')),
    )
    const fields: FilterField[] = [
      {
        field: 'code',
        label: t('fields.code'),
        type: 'choice',
        options: codes.map((value) => ({ value, label: words(value) })),
      },
      { field: 'created_at', label: t('fields.time'), type: 'time' },
      { field: 'identifier_number', label: t('fields.number'), type: 'text' },
      { field: 'is_revoked', label: t('fields.revoked'), type: 'boolean' },
    ]
    if (source === 'access') return fields
    const categories = ['access', 'info', 'system', 'emergency'] as const
    return [
      ...fields,
      {
        field: 'category',
        label: t('fields.category'),
        type: 'choice',
        options: categories.map((value) => ({ value, label: t(`options.categories.${value}`) })),
      },
    ]
  }, [t, words, source])
}
