import { useCallback } from 'react'
import { useDateFormat } from './useDateFormat'
import { useNow } from './useNow'

/** A moment as short as it can be told: "07:58:23" today, with its date before. */
export function useMoment(): (moment: string) => string {
  const { at, date, dateTime } = useDateFormat()
  const now = useNow()
  return useCallback(
    (moment) => (date(moment) === date(now) ? at(moment).format('HH:mm:ss') : dateTime(moment)),
    [at, date, dateTime, now],
  )
}
