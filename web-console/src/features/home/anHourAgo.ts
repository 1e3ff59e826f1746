/** Milliseconds. */
const HOUR = 3_600_000
const STEP = 5 * 60_000

/** The moment an hour ago, in steps of five minutes so that it is asked for seldom. */
export function anHourAgo(now: Date): string {
  const at = Math.floor((now.getTime() - HOUR) / STEP) * STEP
  return new Date(at).toISOString()
}
