import { expect, test } from 'vitest'
import type { Webhook } from './api'
import { failureOf, stateOf } from './state'

const webhook: Webhook = {
  id: 1,
  name: 'CRM',
  url: 'https://crm.example.com',
  events: ['device.event.arrived'],
  is_enabled: true,
  disabled_reason: '',
  disabled_at: null,
  domain: null,
  failing_since: null,
  previous_secret_until: null,
  pending: 0,
  dead: 0,
  dropped: 0,
  withheld_events: [],
  secret: '',
  owner_user: { id: 1, name: 'Anna' },
  created_at: '2026-11-26T08:00:00Z',
  updated_at: '2026-11-26T08:00:00Z',
  delivered_at: '2026-11-26T08:10:00Z',
}

test('a webhook that fails says so before anything else, unless it is off', () => {
  const failing = { ...webhook, failing_since: '2026-11-26T08:00:00Z' }
  expect(stateOf(webhook)).toBe('works')
  expect(stateOf(failing)).toBe('failing')
  expect(stateOf({ ...failing, is_enabled: false })).toBe('off')
  expect(stateOf({ ...failing, is_enabled: false, disabled_reason: 'failing' })).toBe('disabled')
})

test('events that are withheld are no success', () => {
  expect(stateOf({ ...webhook, withheld_events: ['device.event.arrived'] })).toBe('withheld')
})

test('a failure is told by the status of the server, or by why there is none', () => {
  expect(failureOf({ error: 'status', status: 503 })).toEqual({ status: 503 })
  expect(failureOf({ error: 'timed_out', status: 0 })).toEqual({ reason: 'timed_out' })
  expect(failureOf({ error: '', status: 204 })).toBeNull()
})
