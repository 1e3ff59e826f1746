import type { EndReason } from '../calls/types'
import type { IncomingCall } from './port'

/** What the headers of an incoming INVITE say. */
export interface InviteHeaders {
  speechId?: string
  speechType?: string
  targetCallee?: string
  sos?: string
}

/** Headers of the platform; one that makes no sense counts as absent. */
export function readInvite(headers: InviteHeaders): Omit<IncomingCall, 'sessionId' | 'number'> {
  return {
    speechId: headers.speechId?.trim() || undefined,
    type: headers.speechType?.trim().toLowerCase() === 'awaiting' ? 'awaiting' : 'normal',
    callee: headers.targetCallee?.trim() ?? '',
    isSos: /^\s*(1|true|yes)\s*$/i.test(headers.sos ?? ''),
  }
}

/** The address of a number; what is no part of a SIP URI is escaped, as '#'. */
export function addressOf(number: string, realm: string): string {
  return `sip:${encodeURIComponent(number).replaceAll('%2B', '+')}@${realm}`
}

const BY_CODE: Record<number, EndReason> = {
  403: 'forbidden',
  404: 'notFound',
  408: 'unavailable',
  410: 'unavailable',
  480: 'unavailable',
  486: 'busy',
  487: 'cancelled',
  600: 'busy',
  603: 'declined',
  604: 'notFound',
}

/** What the platform says of a refusal, in the catalogue's words; and the edge, in those of its own. */
const BY_WORDS: Record<string, EndReason> = {
  'unable to call your number': 'ownNumber',
  'action prohibited': 'forbidden',
  'number is disabled': 'disabled',
  'number disabled': 'disabled',
  'no trunk for this call': 'noTrunk',
  'answered by another user': 'answeredByAnother',
  'too many requests': 'tooMany',
  'too many calls': 'tooMany',
}

/** The words of a refusal: of its Reason header, else of its status line. */
export function wordsOf(reason: string | undefined, phrase: string | undefined): string {
  return (/text="([^"]*)"/i.exec(reason ?? '')?.[1] ?? phrase ?? '').trim().toLowerCase()
}

/** Why a session ended, from JsSIP's cause, and the status code and words of the answer, if there was one. */
export function reasonOf(cause: string, code: number | undefined, words = ''): EndReason {
  if (code !== undefined && code >= 300) return BY_WORDS[words] ?? BY_CODE[code] ?? 'failed'
  if (cause === 'Terminated') return 'ended'
  if (cause === 'Canceled') return 'cancelled'
  if (cause === 'No Answer' || cause === 'Expires') return 'unavailable'
  return 'failed'
}

/** Answers to REGISTER that no other attempt with the same credentials will change. */
export const isRefusal = (code: number | undefined) => code === 401 || code === 403 || code === 404
