import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListQuery } from '@/api/list'
import { useProfile } from '@/kit/permissions'
import { ErrorState, Loading } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { useNow, WEEKDAYS } from '@/kit/time'
import { useAmenityList, useReservationList, type AmenityReservation } from './api'
import { reservationsEntity } from './entity'
import { hoursOfDay, marksOf, timelineOf, type Hours, type TimelineRow } from './timeline'
import styles from './Timeline.module.css'
import { addDays, clock, dayName, todayIn } from './week'

const paths = pathsOf(reservationsEntity)
const MAX_AMENITIES = 100
const MAX_RESERVATIONS = 500
const AMENITIES: ListQuery = { size: MAX_AMENITIES, sort: 'name' }

/** A day later on each side: amenities may be in other zones. The dates themselves are compared here. */
const around = (date: string): ListQuery => ({
  size: MAX_RESERVATIONS,
  sort: 'start',
  filters: {
    match: 'match_all',
    items: [
      {
        field: 'start',
        rule: 'equals_above',
        value: `${addDays(date, -1)}T00:00:00Z`,
      },
      { field: 'start', rule: 'below', value: `${addDays(date, 2)}T00:00:00Z` },
    ],
  },
})

const isCut = (page?: { items: unknown[]; total: number }) =>
  page !== undefined && page.total > page.items.length

interface Props {
  /** Empty for today. */
  date: string
  onDate: (date: string) => void
}

/** What is reserved of all amenities on a day, each on a line of its own. */
export function Timeline({ date, onDate }: Props) {
  const { t, i18n } = useTranslation('amenities')
  const now = useNow()
  const profile = useProfile()
  const day = date || todayIn(profile?.profile?.time_zone ?? '', new Date(now))
  const amenities = useAmenityList(AMENITIES)
  const reservations = useReservationList(around(day))
  const error = amenities.error ?? reservations.error
  if (error) {
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void amenities.refetch()
          void reservations.refetch()
        }}
      />
    )
  }
  const { weekday, day: name } = dayName(day, i18n.resolvedLanguage ?? 'en')
  const ofDay = (reservations.data?.items ?? []).filter((row) => row.date === day)
  const known = amenities.data?.items ?? []
  const key = WEEKDAYS[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon'
  const hours = hoursOfDay(known, ofDay, key)
  return (
    <section className={styles.timeline} aria-label={t('timeline.title')}>
      <div className={styles.head}>
        <Button
          icon={<LeftOutlined />}
          aria-label={t('timeline.previous')}
          onClick={() => onDate(addDays(day, -1))}
        />
        <strong aria-live="polite">
          {weekday} {name}
        </strong>
        <Button
          icon={<RightOutlined />}
          aria-label={t('timeline.next')}
          onClick={() => onDate(addDays(day, 1))}
        />
        <Button onClick={() => onDate('')}>{t('timeline.today')}</Button>
      </div>
      {(isCut(amenities.data) || isCut(reservations.data)) && (
        <Alert
          type="info"
          showIcon
          title={t('timeline.cut', { amenities: MAX_AMENITIES, reservations: MAX_RESERVATIONS })}
        />
      )}
      {amenities.data && reservations.data ? (
        <Rows rows={timelineOf(known, ofDay, hours)} hours={hours} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

function Rows({ rows, hours }: { rows: TimelineRow[]; hours: Hours }) {
  const { t } = useTranslation('amenities')
  const place = (at: number) => `${(100 * (at - hours.from)) / (hours.to - hours.from)}%`
  return (
    <div className={styles.scroll}>
      <div className={styles.axis} aria-hidden>
        {marksOf(hours).map((at) => (
          <span key={at} style={{ insetInlineStart: place(at) }}>
            {clock(at)}
          </span>
        ))}
      </div>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <span className={styles.name} id={`timeline-${row.id}`}>
              {row.name}
            </span>
            <ul
              className={styles.line}
              aria-labelledby={`timeline-${row.id}`}
              style={{ blockSize: `${row.lanes * 34 + 6}px` }}
            >
              {row.bars.length === 0 && <li className={styles.none}>{t('timeline.free')}</li>}
              {row.bars.map(({ reservation, left, width, lane }) => (
                <li
                  key={reservation.id}
                  className={styles.bar}
                  data-status={reservation.status}
                  style={{
                    insetInlineStart: `${left}%`,
                    inlineSize: `${width}%`,
                    insetBlockStart: `${lane * 34 + 3}px`,
                  }}
                >
                  <Bar reservation={reservation} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Bar({ reservation }: { reservation: AmenityReservation }) {
  const { t } = useTranslation('amenities')
  const [first, last] = [reservation.time_slots[0], reservation.time_slots.at(-1)]
  const words = t('timeline.bar', {
    hours: `${clock(first?.from ?? 0)}–${clock(last?.to ?? 0)}`,
    name: reservation.user?.name ?? t('timeline.hidden'),
    count: reservation.number_of_persons,
  })
  return (
    <Link to={paths.edit(reservation.id)} title={words} aria-label={words}>
      {reservation.user?.name ?? t('timeline.hidden')}
    </Link>
  )
}
