import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { CSSProperties } from 'react'
import type { FilterValue } from '@/api/list'
import { useDateFormat } from '../time'

interface Props {
  'aria-label': string
  style: CSSProperties
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** A moment to compare with; the calendar is fetched when somebody filters by time. */
export default function TimeValueInput({ value, onChange, ...common }: Props) {
  const { dateTimePattern } = useDateFormat()
  return (
    <DatePicker
      {...common}
      showTime
      format={dateTimePattern}
      value={typeof value === 'string' ? dayjs(value) : null}
      onChange={(moment) => onChange(moment?.toISOString() ?? null)}
    />
  )
}
