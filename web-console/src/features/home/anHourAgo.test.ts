import { expect, test } from 'vitest'
import { anHourAgo } from './anHourAgo'

test('an hour ago stays the same for five minutes', () => {
  expect(anHourAgo(new Date('2026-11-21T12:00:00Z'))).toBe('2026-11-21T11:00:00.000Z')
  expect(anHourAgo(new Date('2026-11-21T12:04:59Z'))).toBe('2026-11-21T11:00:00.000Z')
  expect(anHourAgo(new Date('2026-11-21T12:05:00Z'))).toBe('2026-11-21T11:05:00.000Z')
})
