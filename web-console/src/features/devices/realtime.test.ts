import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GATHER } from '@/api/realtime/invalidate'
import { deviceHandlers } from './realtime'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a device that was changed is fetched anew, and so is its virtual number', () => {
  const dispatch = vi.fn()
  const context = { dispatch, profile: () => undefined }
  deviceHandlers['device.changed']!({ type: 'device.changed', device_id: 7 }, context)
  vi.advanceTimersByTime(GATHER)
  expect(dispatch).toHaveBeenCalledTimes(1)
  expect(dispatch.mock.calls[0]![0].payload).toEqual([
    { type: 'Devices', id: 7 },
    { type: 'Devices', id: 'LIST' },
    { type: 'Devices', id: 'DELIVERIES' },
    { type: 'SipNumbers', id: 'LIST' },
  ])
})

test('a task that moved renews what doors have confirmed', () => {
  const dispatch = vi.fn()
  const context = { dispatch, profile: () => undefined }
  deviceHandlers['device_tasks.changed']!({ type: 'device_tasks.changed', device_id: 7 }, context)
  vi.advanceTimersByTime(GATHER)
  expect(dispatch.mock.calls[0]![0].payload).toEqual([{ type: 'Devices', id: 'DELIVERIES' }])
})
