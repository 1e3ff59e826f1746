/** Seconds by which a clock may be off before schedules at the door notice. */
const TOLERANCE = 30

export type ClockState = { kind: 'right' | 'ahead' | 'behind'; seconds: number }

/** How the clock of a device stands; undefined while nothing is known of it. */
export function clockState(skew: number | null | undefined): ClockState | undefined {
  if (skew === null || skew === undefined) return undefined
  const seconds = Math.abs(skew)
  if (seconds <= TOLERANCE) return { kind: 'right', seconds }
  return { kind: skew > 0 ? 'ahead' : 'behind', seconds }
}
