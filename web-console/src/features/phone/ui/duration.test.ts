import { expect, test } from 'vitest'
import { clock, durationParts } from './duration'

test.each([
  [-3, '0:00'],
  [9, '0:09'],
  [750, '12:30'],
  [3_725, '1:02:05'],
])('%d seconds on a clock are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})

test('a duration is told by its largest parts', () => {
  expect(durationParts(42)).toEqual({ key: 's', values: { s: 42 } })
  expect(durationParts(125)).toEqual({ key: 'm', values: { m: 2, s: 5 } })
  expect(durationParts(7_260)).toEqual({ key: 'h', values: { h: 2, m: 1 } })
})
