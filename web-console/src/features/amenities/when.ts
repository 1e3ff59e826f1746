import type { AmenityReservation } from './api'
import { clock, dayName } from './week'

/** "Tue 24 Nov, 09:00–11:00", by the clock of the amenity. */
export function whenOf(reservation: AmenityReservation, locale: string): string {
  const { weekday, day } = dayName(reservation.date, locale)
  const [first, last] = [reservation.time_slots[0], reservation.time_slots.at(-1)]
  return `${weekday} ${day}, ${clock(first?.from ?? 0)}–${clock(last?.to ?? 0)}`
}
