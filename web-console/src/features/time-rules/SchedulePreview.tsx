import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import { useDateFormat, WEEKDAYS } from '@/kit/time'
import { daysOf, spanText, type PreviewDay } from './days'
import styles from './SchedulePreview.module.css'
import type { TimeRuleForm } from './schema'
import { usePreview } from './usePreview'
import { useScheduleWords } from './useScheduleWords'

const DAYS = 28
const MINUTES = 24 * 60

/** What the schedule in the form means: a sentence, the state now, and four weeks of days. */
export function SchedulePreview() {
  const { t } = useTranslation('time-rules')
  const values = useWatch<TimeRuleForm>() as TimeRuleForm
  const { say } = useScheduleWords()
  const format = useDateFormat()
  const zone = values.time_zone || format.zone
  const { first, end } = useWindow(zone)
  const preview = usePreview(values, first, end)
  const days = useMemo(
    () =>
      daysOf(preview.data?.periods ?? [], dayjs(first).tz(zone), DAYS, (moment) =>
        dayjs(moment).tz(zone),
      ),
    [preview.data, first, zone],
  )
  const { data } = preview
  return (
    <aside className={styles.preview} aria-label={t('preview.title')}>
      <p className={styles.words}>{preview.isComplete ? say(values) : t('preview.incomplete')}</p>
      {preview.problem && <p className={styles.problem}>{preview.problem}</p>}
      {Boolean(preview.error) && <ErrorState error={preview.error} />}
      {data && preview.isComplete && !preview.problem && (
        <div data-stale={preview.isStale} aria-busy={preview.isStale} className={styles.body}>
          <NowTag isOpen={data.is_open_now} nextChange={data.next_change} />
          <h3>{t('preview.title')}</h3>
          <Calendar days={days} today={dayjs().tz(zone).format('YYYY-MM-DD')} />
          <p className={styles.note}>
            {data.periods.length === 0 && `${t('preview.none')} `}
            {data.truncated && `${t('preview.truncated')} `}
            {t('preview.zone', { zone: zone.replaceAll('_', ' ') })}
          </p>
        </div>
      )}
      {!data && preview.isComplete && !preview.problem && !preview.error && (
        <Loading title={false} paragraph={{ rows: 5 }} />
      )}
    </aside>
  )
}

/** From the Monday of this week, so that the days stand below their names. */
function useWindow(zone: string) {
  const [now] = useState(() => new Date())
  return useMemo(() => {
    const today = dayjs(now).tz(zone).startOf('day')
    const monday = today.subtract((today.day() + 6) % 7, 'day')
    return { first: monday.toDate(), end: monday.add(DAYS, 'day').toDate() }
  }, [now, zone])
}

function NowTag({ isOpen, nextChange }: { isOpen: boolean; nextChange: string | null }) {
  const { t } = useTranslation('time-rules')
  const { dateTime } = useDateFormat()
  // Seconds say nothing here.
  const time = nextChange === null ? undefined : dateTime(nextChange).slice(0, -3)
  if (isOpen) {
    return (
      <StatusTag tone="success">
        {time ? t('preview.openUntil', { time }) : t('preview.openForever')}
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="neutral">
      {time ? t('preview.closedUntil', { time }) : t('preview.closedForever')}
    </StatusTag>
  )
}

function Calendar({ days, today }: { days: PreviewDay[]; today: string }) {
  const { t } = useTranslation('time-rules')
  return (
    <ol className={styles.calendar}>
      {WEEKDAYS.map((day) => (
        <li key={day} className={styles.head} aria-hidden>
          {t(`options.weekdays.${day}`)}
        </li>
      ))}
      {days.map(({ day, spans }) => {
        const date = day.format('YYYY-MM-DD')
        const hours = spans.map(spanText).join(', ') || t('preview.closed')
        return (
          <li
            key={date}
            className={styles.day}
            data-today={date === today}
            data-past={date < today}
            data-open={spans.length > 0}
            title={hours}
          >
            <span className={styles.number}>
              {day.date()}
              <span className="visually-hidden">
                {' '}
                {day.format('MMMM')}
                {date === today ? `, ${t('preview.today')}` : ''}: {hours}
              </span>
            </span>
            <span className={styles.bar} aria-hidden>
              {spans.map(({ from, to }) => (
                <span
                  key={from}
                  style={{
                    insetInlineStart: `${(from / MINUTES) * 100}%`,
                    width: `${((to - from) / MINUTES) * 100}%`,
                  }}
                />
              ))}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
