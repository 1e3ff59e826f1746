import type { Dayjs } from 'dayjs'
import type { Period } from './api'

/** An open stretch of one day, in minutes since its midnight: 0 to 1440. */
export interface Span {
  from: number
  to: number
}

export interface PreviewDay {
  day: Dayjs
  spans: Span[]
}

const DAY = 24 * 60

/**
 * The periods cut at midnight and sorted into `count` days from `first` on. `at` puts an instant
 * on the wall clock of the schedule's zone; `first` is a midnight of that clock.
 */
export function daysOf(
  periods: Period[],
  first: Dayjs,
  count: number,
  at: (moment: string) => Dayjs,
): PreviewDay[] {
  const bounds = periods.flatMap(({ from, to }) =>
    from !== null && to !== null ? [{ from: at(from), to: at(to) }] : [],
  )
  return Array.from({ length: count }, (_, index) => {
    const day = first.add(index, 'day')
    const date = dateOf(day)
    const spans = bounds
      .filter(({ from, to }) => dateOf(from) <= date && dateOf(to) >= date)
      .map(({ from, to }) => ({
        from: dateOf(from) < date ? 0 : minutesOf(from),
        to: dateOf(to) > date ? DAY : minutesOf(to),
      }))
      .filter(({ from, to }) => to > from)
    return { day, spans }
  })
}

const dateOf = (moment: Dayjs) => moment.format('YYYY-MM-DD')
const minutesOf = (moment: Dayjs) => moment.hour() * 60 + moment.minute()

/** A stretch as hours: "08:00–18:00"; the end of the day is 24:00. */
export const spanText = ({ from, to }: Span) => `${clock(from)}–${clock(to)}`

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
