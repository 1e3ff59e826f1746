import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { FieldFrame, useField, type FieldProps } from '@/kit/form'
import { clockTime } from './clock'
import styles from './queues.module.css'
import { DAY, type QueueForm } from './schema'

type Period = QueueForm['params']['period']

const HOUR = 3_600
const OFFICE = { from: 9 * HOUR, to: 18 * HOUR }

/** Hours of the day on the project's clock; empty is the whole day. */
export function PeriodField(props: FieldProps) {
  const { t } = useTranslation('forward-rules')
  const { value, onChange, error, control } = useField(props)
  const period = value as Period
  const change = (part: 'from' | 'to', seconds: number | null) =>
    onChange(seconds === null ? null : { ...(period ?? OFFICE), [part]: seconds })
  const isNight = period !== null && period.from > period.to
  return (
    <FieldFrame
      props={{ ...props, help: isNight ? t('help.overMidnight') : t('help.period') }}
      error={error}
    >
      <span className={styles.period} role="group" aria-label={props.label}>
        <Clock
          {...control}
          aria-label={t('fields.from')}
          placeholder={clockTime(0)}
          value={period?.from ?? null}
          onChange={(seconds) => change('from', seconds)}
        />
        <span aria-hidden>–</span>
        <Clock
          disabled={control.disabled}
          aria-label={t('fields.to')}
          placeholder={clockTime(DAY)}
          value={period?.to ?? null}
          // Midnight at the end is the end of the day, not its beginning.
          onChange={(seconds) => change('to', seconds === 0 ? DAY : seconds)}
        />
      </span>
    </FieldFrame>
  )
}

interface ClockProps {
  id?: string
  disabled: boolean
  'aria-label': string
  placeholder: string
  value: number | null
  onChange: (seconds: number | null) => void
  onBlur?: () => void
}

/** A time of the day in seconds since midnight. */
export function Clock({ value, onChange, ...props }: ClockProps) {
  return (
    <TimePicker
      {...props}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={
        value === null
          ? null
          : dayjs()
              .startOf('day')
              .add(value % DAY, 'second')
      }
      onChange={(time) => onChange(time && (time.hour() * 60 + time.minute()) * 60)}
    />
  )
}
