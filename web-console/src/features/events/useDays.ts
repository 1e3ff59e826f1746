import { useTranslation } from 'react-i18next'
import { useDateFormat, useNow } from '@/kit/time'
import type { Event } from './api'

const DAY = 'YYYY-MM-DD'

/** The day of an event in the person's zone, and how its heading says it. */
export function useDays() {
  const { t } = useTranslation('events')
  const { at } = useDateFormat()
  const now = at(useNow())
  return {
    dayOf: ({ created_at, received_at }: Event): string => {
      const moment = created_at ?? received_at
      return moment ? at(moment).format(DAY) : ''
    },
    headingOf: (day: string): string => {
      if (day === now.format(DAY)) return t('today')
      if (day === now.subtract(1, 'day').format(DAY)) return t('yesterday')
      return day === '' ? '—' : at(`${day}T12:00:00Z`).format('dddd, D MMMM YYYY')
    },
  }
}
