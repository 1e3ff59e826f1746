import type { EventCategory } from './api'

/** What an event means to somebody who watches: told by a sign, a word and a colour. */
export type EventKind = 'granted' | 'denied' | 'alarm' | 'door' | 'call' | 'notice'

/** Every code of the devices, and what it means. The words are in `options.codes`. */
export const CODES = {
  access_granted_by_valid_identifier: 'granted',
  access_granted_by_valid_face_identifier: 'granted',
  access_granted_by_api_call: 'granted',
  access_granted_by_call_host: 'granted',
  access_granted_by_master_code: 'granted',
  access_granted_by_remote_server_api_call: 'granted',
  access_granted_by_shared_identifier: 'granted',
  access_denied_by_not_valid_identifier: 'denied',
  access_denied_by_not_valid_face_identifier: 'denied',
  access_denied_by_not_valid_input_code: 'denied',
  access_denied_by_unknown_card: 'denied',
  access_denied_by_remote_server_api_call: 'denied',
  access_denied_by_unknown_qr_code: 'denied',
  lock_was_opened_by_exit_btn: 'door',
  lock_was_opened_by_free_access_button: 'door',
  door_was_opened: 'door',
  door_was_closed: 'door',
  door_sensor_was_opened: 'door',
  door_sensor_was_closed: 'door',
  emergency_lock_is_opened: 'alarm',
  multi_access_granted: 'granted',
  multi_access_denied: 'denied',
  lift_call_success: 'granted',
  lift_call_error: 'denied',
  incoming_call: 'call',
  outgoing_call: 'call',
  outgoing_call_missed: 'call',
  device_booted: 'notice',
  sip_registration_lost: 'notice',
  successful_login_api_call: 'notice',
  incorrect_login_api_call: 'notice',
  door_was_not_closed_too_long: 'alarm',
  lock_is_opened_too_long: 'alarm',
  tamper_event: 'alarm',
} as const satisfies Record<string, EventKind>

export type EventCode = keyof typeof CODES

export const EVENT_CODES = Object.keys(CODES) as EventCode[]

export const isKnownCode = (code: string): code is EventCode => Object.hasOwn(CODES, code)

/** A firmware may be newer than this list: its code then says what it can. */
export function kindOf(code: string, category: EventCategory | null): EventKind {
  if (isKnownCode(code)) return CODES[code]
  if (category === 'emergency') return 'alarm'
  if (code.includes('granted')) return 'granted'
  if (code.includes('denied')) return 'denied'
  return category === 'access' ? 'door' : 'notice'
}

/** Words for a code that has none here: `new_kind_of_event` -> `New kind of event`. */
export function rawWords(code: string): string {
  const words = code.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
