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

test('nothing is said of a time that is not known', () => {
  expect(at(null, '2026-11-24T10:00:00Z')).toBeUndefined()
})

test('a code that nobody has is not shown, any other number is', () => {
  const wrong = { identifier_number: '4711', identifier: null }
  expect(shownNumber(event({ ...wrong, identifier_type: 'input_code' }))).toBe('••••')
  expect(shownNumber(event({ ...wrong, identifier_type: 'card' }))).toBe('4711')
  const known = { identifier: { id: 1, name: 'Code' }, identifier_number: '4711' }
  expect(shownNumber(event({ ...known, identifier_type: 'access_code' }))).toBe('4711')
})
