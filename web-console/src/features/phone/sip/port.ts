import type { CallType } from '@/api/generated/calls'
import type { EndReason } from '../calls/types'
import type { RegistrationEvent } from '../registration'

/** What a phone needs to register: of `GET /calls/credentials`. */
export interface SipAccount {
  number: string
  /** The domain of the SIP URI. */
  realm: string
  /** Of the edge's websocket. */
  address: string
  userName: string
  password: string
  iceServers: RTCIceServer[]
}

export interface IncomingCall {
  sessionId: string
  number: string
  callee: string
  speechId?: string
  type: CallType
  isSos: boolean
}

/** What SIP tells the phone. */
export type SipEvent =
  | { kind: 'registration'; event: RegistrationEvent }
  | ({ kind: 'rang' } & IncomingCall)
  | { kind: 'accepted'; sessionId: string }
  | { kind: 'ended'; sessionId: string; reason: EndReason }
  | { kind: 'picture'; sessionId: string; hasVideo: boolean }

export interface CallOptions {
  /** Sends the camera's picture where there is one, and asks for the other side's. */
  hasVideo: boolean
  /** Joins a call that the platform keeps. */
  speechId?: string
}

export type Mutable = 'microphone' | 'sound'

/**
 * The SIP user agent and its sessions, which are no data and live outside the store. Sessions are
 * named by ids; a command for a session that is over does nothing.
 */
export interface SipPort {
  start: (account: SipAccount, listener: (event: SipEvent) => void) => void
  /** Newer credentials of the same account; calls go on. */
  renew: (account: SipAccount) => void
  /** Tries to register once more, where the transport is up. */
  register: () => void
  /** Ends every session and the registration. */
  stop: () => void
  /** Calls a number; the answer names the session. */
  call: (number: string, options: CallOptions) => string
  answer: (sessionId: string) => void
  /** Declines, cancels or hangs up, by what the session is at. */
  end: (sessionId: string) => void
  openDoor: (sessionId: string) => void
  /** Presses the key that takes the alarm of which the call tells. */
  takeAlarm: (sessionId: string) => void
  mute: (sessionId: string, what: Mutable, isMuted: boolean) => void
  /** What comes in of a session. */
  streamOf: (sessionId: string) => MediaStream | undefined
}
