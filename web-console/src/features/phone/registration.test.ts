import { describe, expect, test } from 'vitest'
import {
  REGISTRATION_EVENTS,
  REGISTRATION_STATUSES,
  registrationAfter,
  RETRY,
  type RegistrationEvent,
  type RegistrationStatus,
} from './registration'

const after = (...events: RegistrationEvent[]) =>
  events.reduce(registrationAfter, 'unregistered' as RegistrationStatus)

describe('registration', () => {
  test.each([
    ['starting registers', ['started'], 'registering'],
    ['an attempt that succeeds', ['started', 'attempted', 'connected', 'registered'], 'registered'],
    ['a transport error is an error', ['started', 'registered', 'failed'], 'error'],
    ['a refusal is an invalid registration', ['started', 'refused'], 'invalid_registration'],
    ['a lost transport keeps a refusal', ['started', 'refused', 'failed'], 'invalid_registration'],
    [
      'a connection beneath a registration puts it in doubt',
      ['started', 'registered', 'connected'],
      'error',
    ],
    ['being let go of is an error', ['started', 'registered', 'unregistered'], 'error'],
    ['stopping unregisters', ['started', 'registered', 'stopped'], 'unregistering'],
    ['stopped for good', ['started', 'registered', 'stopped', 'unregistered'], 'unregistered'],
    ['stopped without a transport', ['started', 'stopped', 'failed'], 'unregistered'],
    ['a new attempt after an error', ['started', 'failed', 'attempted'], 'registering'],
  ] as const)('%s', (_rule, events, status) => {
    expect(after(...events)).toBe(status)
  })

  test('what is switched off stays so until it is started', () => {
    for (const event of REGISTRATION_EVENTS) {
      const next = registrationAfter('unregistered', event)
      expect(next).toBe(event === 'started' ? 'registering' : 'unregistered')
    }
  })

  test('whatever has happened, stopping and its answer end in unregistered', () => {
    for (const status of REGISTRATION_STATUSES) {
      const stopped = registrationAfter(registrationAfter(status, 'stopped'), 'unregistered')
      expect(stopped).toBe('unregistered')
    }
  })

  test('an error is retried every 5 s, an invalid registration every 30 s, and nothing else', () => {
    expect(RETRY).toEqual({ error: 5_000, invalid_registration: 30_000 })
  })
})
