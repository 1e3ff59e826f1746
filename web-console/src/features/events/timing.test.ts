import { expect, test } from 'vitest'
import type { Event } from './api'
import { oddTimeOf, shownNumber } from './timing'

const event = (more: Partial<Event>) => more as Event
const at = (created_at: string | null, received_at: string | null) =>
  oddTimeOf(event({ created_at, received_at }))

test('an event that a device sent long after it happened is late', () => {
  expect(at('2026-11-24T10:00:00Z', '2026-11-24T10:03:00Z')).toBe('late')
  expect(at('2026-11-24T10:00:00Z', '2026-11-24T10:01:00Z')).toBeUndefined()
})

test('an event of the future is of a device whose clock is ahead', () => {
  expect(at('2026-11-24T10:05:00Z', '2026-11-24T10:00:00Z')).toBe('ahead')
  expect(at('2026-11-24T10:00:30Z', '2026-11-24T10:00:00Z')).toBeUndefined()
})

test('an event that counts as of its arrival is of a device whose clock is ahead', () => {
  const now = '2026-11-24T10:00:00Z'
  const far = { created_at: now, received_at: now, device_created_at: '9999-12-31T23:59:59Z' }
  expect(oddTimeOf(event(far))).toBe('ahead')
})

test('nothing is said of a time that is not known', () => {
  expect(at(null, '2026-11-24T10:00:00Z')).toBeUndefined()
})

test('an identifier whose number is masked goes by its name', () => {
  const masked = { identifier_number: '••••••', identifier_type: 'inputCode' }
  expect(shownNumber(event({ ...masked, identifier: null }))).toBe('••••••')
  expect(shownNumber(event({ ...masked, identifier: { id: 1, name: 'Courier' } }))).toBe('Courier')
  const card = { identifier: { id: 1, name: 'Blue card' }, identifier_number: '4711' }
  expect(shownNumber(event({ ...card, identifier_type: 'card' }))).toBe('4711')
})
