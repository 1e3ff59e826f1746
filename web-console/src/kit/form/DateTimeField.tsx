import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useDateFormat } from '../time'
import { FieldFrame, useField, type FieldProps } from './Field'

/** A moment, kept as RFC 3339 in UTC and shown in the zone of the profile; empty is null. */
export function DateTimeField(props: FieldProps & { isDateOnly?: boolean }) {
  const { value, onChange, error, control } = useField(props)
  const { at, zone, datePattern, dateTimePattern } = useDateFormat()
  return (
    <FieldFrame props={props} error={error}>
      <DatePicker
        {...control}
        style={{ width: '100%' }}
        showTime={!props.isDateOnly}
        format={props.isDateOnly ? datePattern : dateTimePattern}
        value={typeof value === 'string' ? at(value) : null}
        // The picker builds its days in the zone of the machine; the wall time is what counts.
        onChange={(moment) =>
          onChange(
            moment ? dayjs.tz(moment.format('YYYY-MM-DDTHH:mm:ss'), zone).toISOString() : null,
          )
        }
      />
    </FieldFrame>
  )
}
