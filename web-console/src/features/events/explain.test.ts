import { expect, test } from 'vitest'
import type { Event } from './api'
import { explainLink } from './explain'

const event: Event = {
  id: 1,
  category: 'access',
  code: 'access_denied_by_not_valid_identifier',
  device: { id: 4, name: 'Gate' },
  domain: null,
  device_event_id: 1,
  identifier: { id: 9, name: 'Card of Anna' },
  identifier_type: 'card',
  identifier_number: '0013961168',
  user: null,
  lock_number: 2,
  is_revoked: false,
  created_at: '2026-11-21T10:00:00+01:00',
  received_at: null,
  device_created_at: null,
  image_url: null,
}

test('the explanation is asked for the same identifier, door and moment', () => {
  const link = new URL(explainLink(event)!, 'http://console.test')
  expect(link.pathname).toBe('/access-check')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    identifier_id: '9',
    device_id: '4',
    lock_number: '2',
    time: '2026-11-21T10:00:00+01:00',
  })
})

test('nothing is explained of an identifier that nobody knows', () => {
  expect(explainLink({ ...event, identifier: null })).toBeUndefined()
})
