/** Whether the phone is known to the platform, so that it rings. */
export const REGISTRATION_STATUSES = [
  'registering',
  'registered',
  'unregistering',
  'unregistered',
  'error',
  'invalid_registration',
] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]

export const REGISTRATION_EVENTS = [
  /** The phone is switched on. */
  'started',
  /** An attempt begins: of the transport, or of a registration. */
  'attempted',
  /** The transport is up. */
  'connected',
  'registered',
  /** The transport is down, or the server did not answer. */
  'failed',
  /** The server refuses these credentials. */
  'refused',
  /** The phone is switched off. */
  'stopped',
  /** The server has let go of us. */
  'unregistered',
] as const
export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number]

const ON: Partial<Record<RegistrationEvent, RegistrationStatus>> = {
  attempted: 'registering',
  registered: 'registered',
  failed: 'error',
  refused: 'invalid_registration',
  // Without being asked for.
  unregistered: 'error',
  stopped: 'unregistering',
}

/** The next status; the same one when an event means nothing to it. */
export function registrationAfter(
  status: RegistrationStatus,
  event: RegistrationEvent,
): RegistrationStatus {
  if (status === 'unregistered') return event === 'started' ? 'registering' : status
  if (status === 'unregistering') {
    if (event === 'started') return 'registering'
    return event === 'unregistered' || event === 'failed' ? 'unregistered' : status
  }
  // Transport errors while the server refuses us change nothing about the refusal.
  if (status === 'invalid_registration' && (event === 'failed' || event === 'unregistered')) {
    return status
  }
  // A transport that is new beneath a registration leaves it in doubt.
  if (event === 'connected') return status === 'registering' ? status : 'error'
  return ON[event] ?? status
}

/** Milliseconds until the next attempt. */
export const RETRY: Partial<Record<RegistrationStatus, number>> = {
  error: 5_000,
  invalid_registration: 30_000,
}
