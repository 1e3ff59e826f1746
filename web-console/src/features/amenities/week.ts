import { WEEKDAYS, type Weekday } from '@/kit/time'
import type { AmenitySlot } from './api'

export const isWeekday = (day: string): day is Weekday => WEEKDAYS.some((known) => known === day)

const DAY_MS = 24 * 3600 * 1000

/** Days are texts as `2026-11-23`, in the amenity's zone. */
const atNoon = (date: string) => new Date(`${date}T12:00:00Z`)
const toText = (date: Date) => date.toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  toText(new Date(atNoon(date).getTime() + days * DAY_MS))

/** The Monday of the week of a date. */
export const weekStart = (date: string): string =>
  addDays(date, -((atNoon(date).getUTCDay() + 6) % 7))

export const weekOf = (date: string): string[] =>
  Array.from({ length: 7 }, (_, at) => addDays(weekStart(date), at))

/** Today on a clock in a zone. */
export const todayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone || undefined,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)

/** "Mon 23.11", in a language. */
export const dayName = (date: string, locale: string): { weekday: string; day: string } => ({
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    atNoon(date),
  ),
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    atNoon(date),
  ),
})

/** Seconds of the day as 09:00; midnight at the end of a day is 24:00. */
export const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 3600)).padStart(2, '0')}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`

/** Slots of a date, one after the other, by where they begin. */
export interface Choice {
  date: string
  from: number[]
}

export const slotsOf = (slots: readonly AmenitySlot[], date: string): AmenitySlot[] =>
  slots.filter((slot) => slot.date === date)

/** Whether a reservation for some persons fits. `own`: what it has taken already and would give back. */
export const isFree = (slot: AmenitySlot, persons: number, own?: Choice): boolean =>
  (own?.date === slot.date && own.from.includes(slot.from)) ||
  ((slot.status === 'free' || slot.status === 'partly' || slot.status === 'mine') &&
    slot.left >= persons)

/** How much of the places of a day is taken; undefined where nothing can be reserved any more. */
export function shareTaken(day: readonly AmenitySlot[]): number | undefined {
  const open = day.filter((slot) => slot.status !== 'past')
  const capacity = open.reduce((sum, slot) => sum + slot.capacity, 0)
  if (capacity === 0) return undefined
  return Math.min(1, open.reduce((sum, slot) => sum + slot.taken, 0) / capacity)
}

const follows = (before: AmenitySlot, after: AmenitySlot) => before.end === after.start

/** The free slots from one to another on a day, ending before the first that is not free. */
export function span(
  day: readonly AmenitySlot[],
  from: number,
  to: number,
  fits: (slot: AmenitySlot) => boolean,
): Choice | undefined {
  const [first, last] = [from, to].map((start) => day.findIndex((slot) => slot.from === start))
  const anchor = day[first ?? -1]
  if (!anchor || last === undefined || last < 0 || !fits(anchor)) return undefined
  const chosen = [anchor]
  const step = from <= to ? 1 : -1
  for (let at = (first ?? 0) + step; step > 0 ? at <= last : at >= last; at += step) {
    const [slot, neighbour] = [day[at], day[at - step]]
    if (!slot || !neighbour || !fits(slot)) break
    if (!(step > 0 ? follows(neighbour, slot) : follows(slot, neighbour))) break
    chosen.push(slot)
  }
  return {
    date: anchor.date,
    from: chosen.map((slot) => slot.from).toSorted((a, b) => a - b),
  }
}

/** What a tap on a slot makes of a choice: one more beside it, one less at an end, or a new beginning. */
export function tap(
  choice: Choice | undefined,
  slot: AmenitySlot,
  day: readonly AmenitySlot[],
  fits: (slot: AmenitySlot) => boolean,
): Choice | undefined {
  if (choice?.date === slot.date) {
    if (choice.from.includes(slot.from)) {
      const isEnd = slot.from === choice.from[0] || slot.from === choice.from.at(-1)
      const rest = isEnd ? choice.from.filter((start) => start !== slot.from) : [slot.from]
      return rest.length > 0 ? { date: slot.date, from: rest } : undefined
    }
    const [first, last] = [choice.from[0], choice.from.at(-1)]
    const anchor = slot.from < (first ?? 0) ? last : first
    const wider = anchor === undefined ? undefined : span(day, anchor, slot.from, fits)
    if (wider?.from.includes(slot.from)) return wider
  }
  return fits(slot) ? { date: slot.date, from: [slot.from] } : undefined
}

/** The first free slot. */
export const nextFree = (slots: readonly AmenitySlot[], persons: number): AmenitySlot | undefined =>
  slots.find((slot) => (slot.status === 'free' || slot.status === 'partly') && slot.left >= persons)

/** "09:00–11:00". */
export function hoursOf(choice: Choice, day: readonly AmenitySlot[]): string {
  const last = day.find((slot) => slot.from === choice.from.at(-1))
  return `${clock(choice.from[0] ?? 0)}–${clock(last?.to ?? 0)}`
}
