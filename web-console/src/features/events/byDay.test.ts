import { expect, test } from 'vitest'
import type { Event } from './api'
import { byDay } from './byDay'

test('events stand under the day on which they happened, in their order', () => {
  const events = ['24', '24', '23', '21'].map(
    (day, at) => ({ id: 9 - at, created_at: day }) as Event,
  )
  const days = byDay(events, ({ created_at }) => created_at ?? '')
  expect(days.map(({ day, events: of }) => [day, of.map(({ id }) => id)])).toEqual([
    ['24', [9, 8]],
    ['23', [7]],
    ['21', [6]],
  ])
})
