import type { Event } from './api'

/** Milliseconds until an event counts as late: devices without a network send theirs afterwards. */
const LATE_MS = 2 * 60_000
/** Milliseconds by which the clock of a device may be ahead. */
const AHEAD_MS = 60_000

/** What is odd about the time of an event: it came late, or the clock of its device is ahead. */
export function oddTimeOf({ created_at, received_at }: Event): 'late' | 'ahead' | undefined {
  if (!created_at || !received_at) return undefined
  const delay = Date.parse(received_at) - Date.parse(created_at)
  if (delay > LATE_MS) return 'late'
  return delay < -AHEAD_MS ? 'ahead' : undefined
}

/** Types of which a number is a secret: a code that was mistyped by one digit gives the right one away. */
const SECRET_TYPES = new Set(['access_code', 'inputCode', 'input_code'])

/** What was typed or read, as it may be shown: a code that nobody has is not. */
export function shownNumber(event: Event): string | null {
  const { identifier, identifier_number: number, identifier_type: type } = event
  if (!number) return null
  return !identifier && SECRET_TYPES.has(type ?? '') ? '•'.repeat(number.length) : number
}
