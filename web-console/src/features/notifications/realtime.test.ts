import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notificationHandlers, REFRESH_DEBOUNCE } from './realtime'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst of notifications is one refresh, a second after the last', () => {
  const dispatch = vi.fn()
  const context = { dispatch, profile: () => undefined }
  for (const type of ['identifier_used', 'revoked_identifier_used', 'device_alarm_enabled']) {
    notificationHandlers[type]!({ type }, context)
    vi.advanceTimersByTime(REFRESH_DEBOUNCE - 1)
  }
  expect(dispatch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(dispatch).toHaveBeenCalledTimes(1)
})
