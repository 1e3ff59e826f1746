import { expect, test } from 'vitest'
import { minutesLeft } from './minutesLeft'

test('a minute that has begun still counts', () => {
  expect(minutesLeft(600_000, 0)).toBe(10)
  expect(minutesLeft(600_000, 1)).toBe(10)
  expect(minutesLeft(600_000, 599_999)).toBe(1)
  expect(minutesLeft(600_000, 700_000)).toBe(0)
})
