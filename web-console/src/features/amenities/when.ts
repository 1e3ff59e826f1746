import type { AmenityReservation } from './api'
import { clock, dayName, type Choice } from './week'

/** "Tue 24 Nov, 09:00–11:00", by the clock of the amenity. */
export function whenOf(reservation: AmenityReservation, locale: string): string {
  const { weekday, day } = dayName(reservation.date, locale)
  const [first, last] = [reservation.time_slots[0], reservation.time_slots.at(-1)]
  return `${weekday} ${day}, ${clock(first?.from ?? 0)}–${clock(last?.to ?? 0)}`
}

/** The same of slots that are being chosen, each `duration` seconds long; undefined where there are none. */
export function whenOfChoice(choice: Choice | undefined, duration: number, locale: string) {
  const [first, last] = [choice?.from[0], choice?.from.at(-1)]
  if (!choice || first === undefined || last === undefined) return undefined
  const { weekday, day } = dayName(choice.date, locale)
  return `${weekday} ${day}, ${clock(first)}–${clock(last + duration)}`
}
