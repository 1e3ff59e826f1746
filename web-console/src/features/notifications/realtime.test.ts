import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notificationHandlers, REFRESH_INTERVAL } from './realtime'

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

const dispatch = vi.fn()
const push = (type = 'identifier_used') =>
  notificationHandlers[type]!({ type }, { dispatch, profile: () => undefined })

// Each test begins as after a quiet time.
beforeEach(() => {
  vi.advanceTimersByTime(10 * REFRESH_INTERVAL)
  dispatch.mockClear()
})

test('the first notification shows at once', () => {
  push()
  vi.advanceTimersByTime(0)
  expect(dispatch).toHaveBeenCalledTimes(1)
})

test('what follows within a second is one more refresh at its end', () => {
  push()
  vi.advanceTimersByTime(0)
  for (const type of ['identifier_used', 'revoked_identifier_used', 'device_alarm_enabled'])
    push(type)
  vi.advanceTimersByTime(REFRESH_INTERVAL - 1)
  expect(dispatch).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(dispatch).toHaveBeenCalledTimes(2)
})

test('what somebody else has dealt with is shown as read', () => {
  push('notifications.read')
  vi.advanceTimersByTime(0)
  expect(dispatch).toHaveBeenCalledTimes(1)
})

test('notifications without a pause are shown every second', () => {
  for (let moment = 0; moment < 4.5 * REFRESH_INTERVAL; moment += 100) {
    push()
    vi.advanceTimersByTime(100)
  }
  expect(dispatch).toHaveBeenCalledTimes(5)
})
