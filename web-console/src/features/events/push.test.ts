import { expect, test } from 'vitest'
import { eventOfPush, imagedEvents } from './push'

const push = {
  type: 'device.event.arrived',
  id: 41,
  category: 'access',
  code: 'access_granted_by_valid_identifier',
  device: { id: 2, name: 'Main gate' },
  domain: { id: 7, name: 'Riverside' },
  user: { id: 5, name: 'Anna Petrova' },
  identifier_id: 9,
  identifier_type: 'card',
  identifier_number: '0013961168',
  lock_number: 1,
  is_revoked: false,
  created_at: '2026-11-21T10:00:00Z',
  received_at: '2026-11-21T10:00:01Z',
  device_created_at: null,
}

test('a push is read as the event that the list would show', () => {
  expect(eventOfPush(push)).toEqual({
    id: 41,
    category: 'access',
    code: 'access_granted_by_valid_identifier',
    device: { id: 2, name: 'Main gate' },
    domain: { id: 7, name: 'Riverside' },
    device_event_id: 0,
    identifier: { id: 9, name: '0013961168' },
    identifier_type: 'card',
    identifier_number: '0013961168',
    user: { id: 5, name: 'Anna Petrova' },
    lock_number: 1,
    is_revoked: false,
    created_at: '2026-11-21T10:00:00Z',
    received_at: '2026-11-21T10:00:01Z',
    device_created_at: null,
    image_url: null,
  })
})

test('what is not known of an event is null', () => {
  const event = eventOfPush({
    ...push,
    user: null,
    domain: { id: 0, name: '' },
    identifier_id: null,
    identifier_number: '',
    lock_number: 0,
  })
  expect(event).toMatchObject({
    user: null,
    domain: null,
    identifier: null,
    identifier_number: null,
    lock_number: null,
  })
})

test('any other push is no event', () => {
  expect(eventOfPush({ type: 'device.status.changed', device_id: 2 })).toBeUndefined()
  expect(eventOfPush({ ...push, id: '41' })).toBeUndefined()
})

test('a push of images names events, and another push none', () => {
  const imaged = { type: 'device.event.image', event_ids: [3, '4', 0, 5], device_id: 1 }
  expect(imagedEvents(imaged)).toEqual([3, 5])
  expect(imagedEvents({ ...imaged, type: 'device.event.arrived' })).toEqual([])
  expect(imagedEvents({ type: 'device.event.image' })).toEqual([])
})
