import dayjs, { type Dayjs } from 'dayjs'

/**
 * A time on the clocks of a zone: so many days and minutes from the midnight before a moment, which is in that zone. Counted
 * on the calendar, because days on which the clocks change have 23 or 25 hours.
 */
export function wallTime(
  from: Dayjs,
  zone: string,
  { days = 0, minutes = 0 }: { days?: number; minutes?: number },
): Dayjs {
  const wall = dayjs.utc(from.format('YYYY-MM-DD')).add(days, 'day').add(minutes, 'minute')
  return dayjs.tz(wall.format('YYYY-MM-DDTHH:mm:ss'), zone).locale(from.locale())
}
