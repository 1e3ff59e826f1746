import type { Event } from './api'

/** Milliseconds until an event counts as late: devices without a network send theirs afterwards. */
const LATE_MS = 2 * 60_000
/** Milliseconds by which the clock of a device may be ahead. */
const AHEAD_MS = 60_000

/** What is odd about the time of an event: it came late, or the clock of its device is ahead. */
export function oddTimeOf(event: Event): 'late' | 'ahead' | undefined {
  const { created_at, received_at, device_created_at } = event
  // So far ahead that it counts as of its arrival.
  if (device_created_at) return 'ahead'
  if (!created_at || !received_at) return undefined
  const delay = Date.parse(received_at) - Date.parse(created_at)
  if (delay > LATE_MS) return 'late'
  return delay < -AHEAD_MS ? 'ahead' : undefined
}

/** What a number begins with that the server masks, because it opens doors for whoever knows it. */
const MASK = '\u2022'

/** What was shown to the reader: its number, or the name of the identifier where the number is masked. */
export function shownNumber({ identifier, identifier_number: number }: Event): string | null {
  if (!number) return null
  return (number.startsWith(MASK) && identifier?.name) || number
}
