import type { Call, CallStatus, CallType, ManagedCallStatus } from './types'

/** What happens to a call here; what the server says of it is in `statusByServer`. */
export const CALL_EVENTS = ['rang', 'accepted', 'terminated', 'held', 'joined'] as const
export type CallEvent = (typeof CALL_EVENTS)[number]

type Row = Partial<Record<CallEvent, CallStatus>>

/**
 * From a status by an event to the next; what is not here does not happen. A destroyed call rings
 * again when a rule of forwarding comes back to this number.
 */
export const TRANSITIONS: Record<CallType, Record<CallStatus, Row>> = {
  normal: {
    new: { rang: 'calling', terminated: 'destroyed' },
    calling: { rang: 'calling', accepted: 'active', terminated: 'destroyed' },
    joining: { accepted: 'active', terminated: 'destroyed' },
    active: { terminated: 'destroyed' },
    paused: { terminated: 'destroyed' },
    processed_paused: { terminated: 'destroyed' },
    destroyed: { rang: 'calling' },
  },
  awaiting: {
    new: { rang: 'calling', joined: 'joining', terminated: 'new' },
    // Another may have answered, or nobody in time: the server says which.
    calling: { rang: 'calling', accepted: 'active', terminated: 'calling' },
    joining: { accepted: 'active', terminated: 'paused' },
    active: { rang: 'calling', held: 'paused', terminated: 'destroyed' },
    paused: { rang: 'calling', joined: 'joining', terminated: 'paused' },
    processed_paused: { rang: 'calling', joined: 'joining', terminated: 'processed_paused' },
    destroyed: { rang: 'calling' },
  },
}

export function nextStatus({ type, status }: Pick<Call, 'type' | 'status'>, event: CallEvent) {
  return TRANSITIONS[type][status][event]
}

/** The server's status of a call -> ours. */
export const FROM_SERVER: Record<ManagedCallStatus, CallStatus> = {
  new: 'new',
  calling: 'calling',
  destroyed: 'destroyed',
  answered: 'active',
  waiting: 'paused',
  answered_waiting: 'processed_paused',
}

/**
 * A call's status after the server has told of it. Pushes may be late, so a session of our own
 * knows better that it is being joined, or is talked on, already.
 */
export function statusByServer(
  call: Pick<Call, 'status' | 'sessionId'>,
  server: ManagedCallStatus,
  isOurs: boolean,
): CallStatus {
  const told = FROM_SERVER[server]
  if (told === 'destroyed' || call.sessionId === undefined) return told
  if (call.status === 'joining') return told === 'active' && !isOurs ? 'active' : 'joining'
  if (call.status === 'active' && (told === 'new' || told === 'calling')) return 'active'
  // Accepting is under way: the session itself says when it has succeeded.
  if (call.status === 'calling' && told === 'active' && isOurs) return 'calling'
  return told
}
