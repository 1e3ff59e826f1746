import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseApi } from '@/api/baseApi'
import { renewFeatures } from './api'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what a profile and groups may use is asked for again once services know of a change', () => {
  const dispatch = vi.fn()
  renewFeatures(dispatch)
  expect(dispatch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  const renewal = baseApi.util.invalidateTags(['Profiles', 'Groups'])
  expect(dispatch.mock.calls).toEqual([[renewal], [renewal]])
})
