import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { CSSProperties } from 'react'
import type { FilterRule, FilterValue } from '@/api/list'
import { useDateFormat } from '../time'
import { momentOf } from './fields'

interface Props {
  'aria-label': string
  style: CSSProperties
  rule: FilterRule
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/**
 * A moment to compare with; the calendar is fetched when somebody filters by time. A day that is chosen is
 * meant whole, not from the minute at which somebody looks.
 */
export default function TimeValueInput({ rule, value, onChange, ...common }: Props) {
  const { dateTimePattern } = useDateFormat()
  return (
    <DatePicker
      {...common}
      showTime={{
        defaultOpenValue: rule === 'equals_below' ? dayjs().endOf('day') : dayjs().startOf('day'),
      }}
      format={dateTimePattern}
      value={typeof value === 'string' ? dayjs(value) : null}
      onChange={(moment) => onChange(momentOf(rule, moment?.toISOString() ?? null))}
    />
  )
}
