import type { CallType } from '@/api/generated/calls'

export type { CallType, ManagedCall, ManagedCallStatus } from '@/api/generated/calls'

/** Statuses of a call, as a person sees it. */
export const CALL_STATUSES = [
  'new',
  'calling',
  'joining',
  'active',
  'paused',
  'processed_paused',
  'destroyed',
] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

/** Why a session ended, for the card that stays for a moment. */
export type EndReason =
  | 'ended'
  | 'cancelled'
  | 'busy'
  | 'declined'
  | 'unavailable'
  | 'notFound'
  | 'forbidden'
  | 'ownNumber'
  | 'disabled'
  | 'noTrunk'
  | 'answeredByAnother'
  | 'tooMany'
  | 'microphone'
  | 'failed'

export interface Who {
  address: string
  user: string
  device: string
}

/** A call of the list. */
export interface Call {
  /** The speech's id where the platform keeps the call, else one of our own. */
  id: string
  speechId?: string
  /** The awaiting call from which this one was made. */
  parentId?: string
  /** The other side. */
  number: string
  /** The number that was called. */
  callee: string
  direction: 'outgoing' | 'incoming'
  /** normal: a direct SIP call; awaiting: kept by the platform. */
  type: CallType
  status: CallStatus
  /** The SIP session that carries it; absent while there is none. */
  sessionId?: string
  /** Milliseconds since 1970: when it came, and once somebody has talked, when that began. */
  started: number
  /** It has been active here. */
  hasTalked: boolean
  isSos: boolean
  info?: Who
  /** The number that has it. */
  answeredBy?: string
  /** The microphone is not sent, the sound not heard. */
  muted: { microphone: boolean; sound: boolean }
  /** A picture is coming in. */
  hasVideo: boolean
  /** Something was asked for and has not happened yet. */
  isBusy: boolean
  reason?: EndReason
}
