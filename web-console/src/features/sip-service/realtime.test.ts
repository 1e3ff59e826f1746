import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseApi } from '@/api/baseApi'
import { sipServiceHandlers } from './realtime'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the_state_is_asked_anew_when_a_restart_begins_and_when_it_has_ended', () => {
  for (const type of ['sip_reboot_started', 'sip_reboot_completed']) {
    const dispatch = vi.fn()
    sipServiceHandlers[type]!({ type }, { dispatch, profile: () => undefined })
    vi.runAllTimers()
    expect(dispatch.mock.calls).toEqual([[baseApi.util.invalidateTags(['SipService'])]])
  }
})
