import { expect, test } from 'vitest'
import { secondsUntil } from './useCountdown'

test('a countdown never says that a moment has come before it has', () => {
  expect(secondsUntil(60_000, 0)).toBe(60)
  expect(secondsUntil(60_000, 59_001)).toBe(1)
  expect(secondsUntil(60_000, 60_000)).toBe(0)
  expect(secondsUntil(60_000, 90_000)).toBe(0)
})
