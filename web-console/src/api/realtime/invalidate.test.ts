import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseApi } from '../baseApi'
import { GATHER, invalidateSoon } from './invalidate'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst is one refetch of each thing that changed', () => {
  const dispatch = vi.fn()
  invalidateSoon([{ type: 'Devices', id: 1 }], { dispatch })
  invalidateSoon([{ type: 'Devices', id: 2 }, 'DeviceTasks'], { dispatch })
  invalidateSoon([{ type: 'Devices', id: 1 }], { dispatch })
  vi.advanceTimersByTime(GATHER)
  expect(dispatch.mock.calls).toEqual([
    [
      baseApi.util.invalidateTags([
        { type: 'Devices', id: 1 },
        { type: 'Devices', id: 2 },
        'DeviceTasks',
      ]),
    ],
  ])
})

test('what changes after a refetch is another one', () => {
  const dispatch = vi.fn()
  invalidateSoon(['DeviceTasks'], { dispatch })
  vi.advanceTimersByTime(GATHER)
  invalidateSoon(['DeviceTasks'], { dispatch })
  vi.advanceTimersByTime(GATHER)
  expect(dispatch).toHaveBeenCalledTimes(2)
})
