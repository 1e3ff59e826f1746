import { afterEach, expect, test, vi } from 'vitest'
import { callHistoryApi } from '@/api/generated/call-history'
import { useRecentCalls } from './api'

afterEach(() => void vi.restoreAllMocks())

test('recents are the calls from and to the own number, the newest first, 50 a page', () => {
  const asked = vi
    .spyOn(callHistoryApi, 'useListCallHistoryQuery')
    .mockReturnValue(undefined as never)
  useRecentCalls('1000', 2)
  const filters = JSON.stringify({
    match: 'match_any',
    items: [
      { field: 'from_number', rule: 'equals', value: '1000' },
      { field: 'to_number', rule: 'equals', value: '1000' },
    ],
  })
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    page: 2,
    size: 50,
    sort: '-created_at',
    filters,
  })
})
