import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import { useDateFormat } from '@/kit/time'

interface Props extends FieldProps {
  /** Only the day counts. */
  isDateOnly?: boolean
  /** Kept as `2026-11-23`, in place of `2026-11-23T00:00:00`. */
  isPlainDate?: boolean
}

/** A time on the clock at the door, in no zone: what is picked is what is kept. */
export function WallTimeField(props: Props) {
  const { value, onChange, error, control } = useField(props)
  const { datePattern } = useDateFormat()
  const isDateOnly = props.isDateOnly ?? props.isPlainDate
  const pattern = props.isPlainDate ? 'YYYY-MM-DD' : 'YYYY-MM-DDTHH:mm:ss'
  return (
    <FieldFrame props={props} error={error}>
      <DatePicker
        {...control}
        style={{ width: '100%' }}
        showTime={isDateOnly ? false : { format: 'HH:mm', minuteStep: 5 }}
        format={isDateOnly ? datePattern : `${datePattern} HH:mm`}
        allowClear={props.isPlainDate}
        value={typeof value === 'string' && value ? dayjs(value) : null}
        onChange={(time) => onChange(time?.format(pattern) ?? (props.isPlainDate ? null : ''))}
      />
    </FieldFrame>
  )
}
