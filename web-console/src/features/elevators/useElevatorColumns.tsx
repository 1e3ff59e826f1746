import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf, useFieldLabel } from '@/kit/fields'
import { refName } from '@/kit/refName'
import type { Column } from '@/kit/table'
import type { Elevator } from './api'
import { elevatorFields } from './fields'

/** Names that a cell shows before it counts the others. */
const SHOWN = 2

export function useElevatorColumns(): Column<Elevator>[] {
  const { t } = useTranslation('elevators')
  const label = useFieldLabel('elevators')
  return useMemo(() => {
    const names = (rows: readonly { name: string }[]) => {
      const rest = rows.length - SHOWN
      const shown = rows.slice(0, SHOWN).map(({ name }) => name)
      const all = rows.map(({ name }) => name).join(', ')
      return (
        <span title={all}>
          {[...shown, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(', ') || '—'}
        </span>
      )
    }
    return columnsOf<Elevator>(elevatorFields, label, {
      domain: ({ domain }) => (domain ? refName(domain) : '—'),
      floors_count: ({ floors_count: count }) => <span className="tabular">{count}</span>,
      devices: ({ devices }) => names(devices),
      elevator_access_rules: ({ elevator_access_rules: rules }) => names(rules),
    })
  }, [t, label])
}
