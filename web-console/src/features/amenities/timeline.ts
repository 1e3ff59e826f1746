import type { Amenity, AmenityReservation } from './api'

/** A reservation on the line of its amenity. Left and width in percent of the hours that are shown. */
export interface Bar {
  reservation: AmenityReservation
  left: number
  width: number
  /** Bars that overlap lie under one another: from 0. */
  lane: number
}

export interface TimelineRow {
  id: number
  name: string
  bars: Bar[]
  lanes: number
}

/** Seconds of the day from and to which the timeline reaches. */
export interface Hours {
  from: number
  to: number
}

const HOUR = 3600
const DAY = 24 * HOUR
/** Without hours and reservations on that day. */
const OFFICE: Hours = { from: 8 * HOUR, to: 20 * HOUR }

const endOf = (reservation: AmenityReservation) => reservation.time_slots.at(-1)?.to ?? 0
const startOf = (reservation: AmenityReservation) => reservation.time_slots[0]?.from ?? 0

/** Whole hours around all that is open or reserved on the weekday. */
export function hoursOfDay(
  amenities: readonly Amenity[],
  reservations: readonly AmenityReservation[],
  weekday: string,
): Hours {
  const open = amenities
    .flatMap(({ time_slots: slots }) => slots?.items ?? [])
    .filter(({ days }) => days.includes(weekday))
  const from = [...open.map((item) => item.from), ...reservations.map(startOf)]
  const to = [...open.map((item) => item.to), ...reservations.map(endOf)]
  if (from.length === 0) return OFFICE
  return {
    from: Math.floor(Math.min(...from) / HOUR) * HOUR,
    to: Math.min(Math.ceil(Math.max(...to) / HOUR) * HOUR, DAY),
  }
}

/** A row for each amenity, in the order of the list, with what is reserved of it. */
export function timelineOf(
  amenities: readonly Pick<Amenity, 'id' | 'name'>[],
  reservations: readonly AmenityReservation[],
  { from, to }: Hours,
): TimelineRow[] {
  const share = (seconds: number) => (100 * seconds) / Math.max(to - from, 1)
  return amenities.map(({ id, name }) => {
    const own = reservations
      .filter(({ amenity, status }) => amenity?.id === id && status !== 'canceled')
      .toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id)
    const ends: number[] = []
    const bars = own.map((reservation) => {
      const [start, end] = [startOf(reservation), endOf(reservation)]
      const free = ends.findIndex((at) => at <= start)
      const lane = free < 0 ? ends.length : free
      ends[lane] = end
      return {
        reservation,
        left: share(start - from),
        width: share(end - start),
        lane,
      }
    })
    return { id, name, bars, lanes: Math.max(ends.length, 1) }
  })
}

/** Every second hour, or every hour where there are few. */
export function marksOf({ from, to }: Hours): number[] {
  const step = to - from > 12 * HOUR ? 3 * HOUR : 2 * HOUR
  const first = Math.ceil(from / step) * step
  const count = Math.max(Math.floor((to - first) / step) + 1, 0)
  return Array.from({ length: count }, (_, at) => first + at * step)
}
