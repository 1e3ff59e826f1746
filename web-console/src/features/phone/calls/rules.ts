import type { Call } from './types'

export const isLive = ({ status }: Call) => status !== 'destroyed'

/** The platform keeps it, with a session of ours or without. */
export const isKept = ({ type, speechId }: Call) => type === 'awaiting' && speechId !== undefined

/** What telephony's calls because of alarms show as the caller's number. */
export const ALARM_CALLER = 'alarm'

/** The platform tells of an alarm that nobody has taken. */
export const isOfAlarm = ({ number, direction }: Pick<Call, 'number' | 'direction'>) =>
  direction === 'incoming' && number === ALARM_CALLER

/** It rings here, and can be accepted. */
export const isRinging = (call: Call) =>
  call.direction === 'incoming' && call.status === 'calling' && call.sessionId !== undefined

/** It has the microphone, or is about to. */
export const isActive = (call: Call) =>
  call.sessionId !== undefined &&
  (call.status === 'active' ||
    call.status === 'joining' ||
    (call.status === 'calling' && (call.direction === 'outgoing' || call.isBusy)))

export const isAnsweredByAnother = (call: Call, own: string | undefined) =>
  call.type === 'awaiting' && call.answeredBy !== undefined && call.answeredBy !== own

/** An awaiting call that another has, or a call that should ring and has no session. */
export const isDisabled = (call: Call, own: string | undefined) =>
  isLive(call) &&
  (isAnsweredByAnother(call, own) || (call.status === 'calling' && call.sessionId === undefined))

/** What becomes of an active call when another begins: only one has the microphone. */
export type Interruption = 'cancel' | 'hold'

export const interruptionOf = (call: Call): Interruption => (isKept(call) ? 'hold' : 'cancel')

/** The calls that another call would interrupt. */
export const interrupted = (calls: Call[], by?: string) =>
  calls.filter((call) => call.id !== by && isActive(call))

/** The parent of a new call: the awaiting call that it puts on hold. */
export const parentOf = (calls: Call[]) =>
  interrupted(calls).find((call) => interruptionOf(call) === 'hold')?.id

/** The call to which a person may want to return when a call that was made from it has ended. */
export function returnOf(calls: Call[], ended: Call): { id: string; isAsked: boolean } | undefined {
  const others = calls.filter((call) => call.id !== ended.id && isLive(call))
  const parent = others.find(({ id }) => id === ended.parentId)
  if (!parent || isActive(parent) || !canResume(parent)) return undefined
  return { id: parent.id, isAsked: others.length >= 2 }
}

/** Calls on hold, and those that wait for somebody, are joined by their speech. */
const canResume = (call: Call) =>
  call.speechId !== undefined && (call.status === 'paused' || call.status === 'processed_paused')

/** What may be done with a call now: which buttons its card has. */
export interface Actions {
  accept: boolean
  /** Accepts by joining: it waits, and nobody here has talked yet. */
  take: boolean
  decline: boolean
  hangUp: boolean
  hold: boolean
  resume: boolean
  openDoor: boolean
  takeAlarm: boolean
  mute: boolean
}

export function actionsOf(call: Call, own: string | undefined): Actions {
  const isOff = !isLive(call) || isDisabled(call, own)
  const hasSession = call.sessionId !== undefined
  const isConnected = hasSession && call.status === 'active'
  const waits = !isOff && canResume(call)
  const isOurs = call.hasTalked || call.answeredBy === own
  return {
    accept: !isOff && isRinging(call),
    take: waits && !isOurs,
    decline: !isOff && isRinging(call),
    hangUp: !isOff && !isRinging(call) && (hasSession || call.speechId !== undefined),
    hold: !isOff && isConnected && interruptionOf(call) === 'hold',
    resume: waits && isOurs,
    openDoor: !isOff && isConnected && !isOfAlarm(call),
    takeAlarm: !isOff && isConnected && isOfAlarm(call),
    mute: !isOff && isConnected,
  }
}

/** Calls that want somebody: they ring, or wait and nobody else has them. */
export const countWaiting = (calls: Call[], own: string | undefined) =>
  calls.filter(
    (call) =>
      isLive(call) &&
      call.direction === 'incoming' &&
      !isDisabled(call, own) &&
      (call.status === 'new' || isRinging(call) || canResume(call)),
  ).length
