import { expect, test } from 'vitest'
import { statusSchema, toStatusBody, toStatusForm } from './status'

const status = {
  is_enabled: true,
  max_failures: 20,
  window_seconds: 600,
  ban_seconds: 3_600,
  banned_count: 2,
  rejected_last_day: 40,
}

test('people think in minutes, the server in seconds', () => {
  const form = toStatusForm(status)
  expect(form).toMatchObject({ window_minutes: 10, ban_minutes: 60 })
  expect(toStatusBody(statusSchema.parse(form))).toEqual({
    is_enabled: true,
    max_failures: 20,
    window_seconds: 600,
    ban_seconds: 3_600,
  })
})

test('a ban after fewer than three failures is refused', () => {
  expect(statusSchema.safeParse({ ...toStatusForm(status), max_failures: 2 }).success).toBe(false)
})
