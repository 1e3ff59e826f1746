import { errorStatus } from '@/api/errors'
import type { RemoteSession } from './api'

/** How far somebody is with a device. */
export type Control =
  | { phase: 'before' }
  | {
      phase: 'live'
      session: RemoteSession
      /** The platform did not answer when the session was kept alive last. */
      isUnheard: boolean
    }
  /** By whoever controls the device, or because nothing was heard of them for too long. */
  | { phase: 'ended'; why: 'closed' | 'over' }

export const BEFORE: Control = { phase: 'before' }

/** What an answer of the platform makes of it; one about an earlier session makes nothing. */
export function afterAnswer(control: Control, session: RemoteSession): Control {
  if (!isOf(control, session.id)) return control
  return session.is_active
    ? { phase: 'live', session, isUnheard: false }
    : { phase: 'ended', why: 'closed' }
}

/** Not there any more, or not allowed any more. Anything else may pass. */
export const isOver = (error: unknown): boolean => [403, 404].includes(errorStatus(error) ?? 0)

export function afterFailure(control: Control, id: number, error: unknown): Control {
  if (!isOf(control, id)) return control
  return isOver(error) ? { phase: 'ended', why: 'over' } : { ...control, isUnheard: true }
}

function isOf(control: Control, id: number): control is Extract<Control, { phase: 'live' }> {
  return control.phase === 'live' && control.session.id === id
}
