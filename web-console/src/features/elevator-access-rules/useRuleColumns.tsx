import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf, useFieldLabel } from '@/kit/fields'
import type { Column } from '@/kit/table'
import type { ElevatorAccessRule, RuleElevator } from './api'
import { floorRanges } from './describe'
import { elevatorAccessRuleFields } from './fields'

/** Names that a cell shows before it counts the others. */
const SHOWN = 2

/** "North lift: 1, 3–5". */
export const elevatorText = ({ name, floors }: RuleElevator): string =>
  `${name}: ${floorRanges(floors.map(({ floor }) => floor))}`

export function useRuleColumns(): Column<ElevatorAccessRule>[] {
  const { t } = useTranslation('elevator-access-rules')
  const label = useFieldLabel('elevator-access-rules')
  return useMemo(() => {
    const short = (texts: string[], joint: string) => {
      const rest = texts.length - SHOWN
      const more = rest > 0 ? [t('options.words.more', { count: rest })] : []
      const shown = [...texts.slice(0, SHOWN), ...more]
      return <span title={texts.join(joint)}>{shown.join(joint) || '—'}</span>
    }
    return columnsOf<ElevatorAccessRule>(elevatorAccessRuleFields, label, {
      elevators: ({ elevators }) => short(elevators.map(elevatorText), '; '),
      users: ({ users }) =>
        short(
          users.map(({ name }) => name),
          ', ',
        ),
    })
  }, [t, label])
}
