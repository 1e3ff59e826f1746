import type { ElevatorEvent } from './api'

/** What the platform tells a lift, in place of what a controller reports. */
export const COMMANDS = ['floors_released', 'lift_called'] as const
type Command = (typeof COMMANDS)[number]

export const isCommand = (code: string): code is Command => COMMANDS.some((each) => each === code)

/** What controllers report of lifts themselves; the rest is what any device reports. */
export const REPORTS = ['lift_call_success', 'lift_call_error', 'device_booted'] as const

export const STATES = ['sent', 'done', 'failed'] as const
export type State = (typeof STATES)[number]

/** How something ended: a command says so, of a report it is in its code. */
export function outcomeOf({ code, state }: Pick<ElevatorEvent, 'code' | 'state'>): State | null {
  if (code === 'lift_call_success') return 'done'
  if (code === 'lift_call_error') return 'failed'
  return state
}

/** Why a command failed, as far as there are words for it; a device has words of its own. */
const ERRORS = ['offline', 'no_answer'] as const

export const isKnownError = (word: string): word is (typeof ERRORS)[number] =>
  ERRORS.some((each) => each === word)
