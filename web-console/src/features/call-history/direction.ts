import type { CallParty, HistoryCall } from './api'

/** Whose side a call is looked at from. */
export type Side = { userId: number } | { deviceId: number }

/** Which way a call went, seen from a side; undefined for a call between others. */
export type Direction = 'outgoing' | 'incoming' | undefined

export function directionOf(
  call: Pick<HistoryCall, 'from' | 'to' | 'answered_by'>,
  side: Side,
): Direction {
  const isHere = (party: CallParty | null) =>
    'userId' in side ? party?.user?.id === side.userId : party?.device?.id === side.deviceId
  if (isHere(call.from)) return 'outgoing'
  // Whoever answered in place of somebody else was called, too.
  return isHere(call.to) || isHere(call.answered_by) ? 'incoming' : undefined
}
