import { LeftOutlined, RightOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState } from '@/kit/feedback'
import { useGetAmenityStateQuery, useLazyGetAmenityStateQuery, type Amenity } from './api'
import styles from './Booking.module.css'
import { addDays, nextFree, todayIn, weekOf, weekStart, type Choice } from './week'
import { WeekGrid } from './WeekGrid'

/** Days that the search for a free slot looks ahead in one call. */
const AHEAD = 31

interface Props {
  amenity: Amenity
  persons: number
  choice: Choice | undefined
  own?: Choice
  onChoose: (choice: Choice | undefined) => void
}

/** The week of an amenity, with the way to other weeks and to the next free slot. */
export function Booking({ amenity, persons, choice, own, onChoose }: Props) {
  const { t } = useTranslation('amenities')
  const [today] = useState(() => todayIn(amenity.effective_time_zone, new Date()))
  const [date, setDate] = useState(own?.date ?? today)
  const dates = useMemo(() => weekOf(date), [date])
  const errorText = useErrorText()
  const state = useGetAmenityStateQuery({ id: amenity.id, date: dates[0], days: 7 })
  const [look, ahead] = useLazyGetAmenityStateQuery()
  const slots = state.data?.slots ?? []

  const goToNextFree = async () => {
    try {
      const found = await look({ id: amenity.id, date: today, days: AHEAD }).unwrap()
      const free = nextFree(found.slots, persons)
      if (!free) {
        alerts.error(t('booking.noneFree', { days: AHEAD }))
        return
      }
      setDate(free.date)
      onChoose({ date: free.date, from: [free.from] })
    } catch (error) {
      alerts.error(errorText(error))
    }
  }

  const isFirst = weekStart(date) <= weekStart(today)
  const isLast = weekStart(date) >= weekStart(addDays(today, amenity.horizon_days))
  return (
    <section className={styles.booking} aria-label={t('booking.title')}>
      <div className={styles.bar}>
        <Button
          icon={<LeftOutlined />}
          aria-label={t('booking.previous')}
          disabled={isFirst}
          onClick={() => setDate(addDays(date, -7))}
        />
        <Button
          icon={<RightOutlined />}
          aria-label={t('booking.next')}
          disabled={isLast}
          onClick={() => setDate(addDays(date, 7))}
        />
        <Button
          icon={<ThunderboltOutlined />}
          loading={ahead.isFetching}
          onClick={() => void goToNextFree()}
        >
          {t('booking.nextFree')}
        </Button>
        <span className={styles.zone}>
          {t('booking.zone', { zone: amenity.effective_time_zone })}
        </span>
      </div>
      {state.error ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data ? (
        <WeekGrid
          dates={dates}
          slots={slots}
          choice={choice}
          own={own}
          persons={persons}
          onChoose={onChoose}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </section>
  )
}
