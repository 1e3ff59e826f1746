import { LeftOutlined, RightOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import {
  useGetAmenityStateQuery,
  useLazyGetAmenityStateQuery,
  type Amenity,
  type AmenitySlot,
} from './api'
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
  const [opened, setDate] = useState(own?.date)
  const [jumps, setJumps] = useState(0)
  // At first the week with the next free slot: late in a week there may be none in this one.
  const first = useGetAmenityStateQuery(
    { id: amenity.id, date: today, days: AHEAD },
    { skip: own !== undefined },
  )
  const least = amenity.number_of_persons?.min ?? 1
  const date = opened ?? nextFree(first.data?.slots ?? [], least)?.date ?? today
  const dates = useMemo(() => weekOf(date), [date])
  const errorText = useErrorText()
  const state = useGetAmenityStateQuery({ id: amenity.id, date: dates[0], days: 7 })
  const [look, ahead] = useLazyGetAmenityStateQuery()
  const slots = state.currentData?.slots ?? []
  /** The week stays open, whatever others reserve meanwhile. */
  const choose = (chosen: Choice | undefined) => {
    if (chosen) setDate(chosen.date)
    onChoose(chosen)
  }

  /** From some days ahead on, as far as the amenity is reserved. */
  const findFree = async (days: number): Promise<AmenitySlot | undefined> => {
    if (days > amenity.horizon_days) return undefined
    const found = await look({ id: amenity.id, date: addDays(today, days), days: AHEAD }).unwrap()
    return nextFree(found.slots, persons) ?? findFree(days + AHEAD)
  }

  const goToNextFree = async () => {
    try {
      const free = await findFree(0)
      if (!free) {
        alerts.error(t('booking.noneFree', { days: amenity.horizon_days }))
        return
      }
      setJumps(jumps + 1)
      choose({ date: free.date, from: [free.from] })
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
      ) : state.currentData && !first.isLoading ? (
        // Made anew by a jump: on a phone another day may be open.
        <WeekGrid
          key={jumps}
          dates={dates}
          slots={slots}
          choice={choice}
          own={own}
          persons={persons}
          onChoose={choose}
        />
      ) : (
        <Loading paragraph={{ rows: 8 }} />
      )}
    </section>
  )
}
