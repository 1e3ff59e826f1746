import { expect, test } from 'vitest'
import { hasBegun, rememberBegun } from './begun'

test('a search is asked for by the browser that began it, as long as the platform keeps it', () => {
  localStorage.clear()
  expect(hasBegun(1_000_000)).toBe(false)
  rememberBegun(1_000_000)
  expect(hasBegun(1_000_000 + 14 * 60_000)).toBe(true)
  expect(hasBegun(1_000_000 + 15 * 60_000)).toBe(false)
})
