import { expect, test } from 'vitest'
import { durationForm, durationParts } from './duration'

test('a_duration_is_cut_into_hours_minutes_and_seconds', () => {
  expect(durationParts(3_725)).toEqual({ hours: 1, minutes: 2, seconds: 5 })
  expect(durationParts(59)).toEqual({ hours: 0, minutes: 0, seconds: 59 })
})

test('a_duration_is_said_by_its_greatest_part', () => {
  expect([0, 1, 60, 3_599, 3_600].map(durationForm)).toEqual([
    'none',
    'seconds',
    'minutes',
    'minutes',
    'hours',
  ])
})
