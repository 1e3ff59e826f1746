import { callHistoryApi } from '@/api/generated/call-history'
import { callsApi as generated } from '@/api/generated/calls'
import { sipNumbersApi } from '@/api/generated/sip-numbers'
import { listArgs, type PageSize } from '@/api/list'

export type { HistoryCall } from '@/api/generated/call-history'
export type { ConciergeDevice, Interception, InterceptionGroup } from '@/api/generated/calls'
export type { Contact } from '@/api/generated/sip-numbers'

const LIST = { type: 'Calls', id: 'LIST' } as const
const INTERCEPTION = { type: 'Calls', id: 'interception' } as const

export const callsApi = generated.enhanceEndpoints({
  endpoints: {
    // Fetched by the phone itself, which knows when they expire.
    getCallCredentials: { providesTags: [] },
    listManagedCalls: { providesTags: [LIST] },
    // It ends soon afterwards, of which a push tells: a list at once would still have it.
    stopManagedCall: { invalidatesTags: [] },
    listConciergeDevices: { providesTags: [{ type: 'Calls', id: 'devices' }] },
    openConciergeDevice: { invalidatesTags: [] },
    getInterception: { providesTags: [INTERCEPTION] },
    setInterception: { invalidatesTags: [INTERCEPTION] },
  },
})

export const {
  useGetInterceptionQuery,
  useListConciergeDevicesQuery,
  useListManagedCallsQuery,
  useOpenConciergeDeviceMutation,
  useSetInterceptionMutation,
} = callsApi
export const { useGetCallInfoQuery, useListContactsQuery } = sipNumbersApi

/** Has the calls that the platform keeps listed anew. */
export const refreshManagedCalls = () => callsApi.util.invalidateTags([LIST])

/** The history has more than it had. */
export const refreshHistory = () => callHistoryApi.util.invalidateTags(['CallHistory'])

const HISTORY_PAGE: PageSize = 50

/** A page of the calls of a number, the newest first. */
export function useRecentCalls(number: string, page: number) {
  return callHistoryApi.useListCallHistoryQuery(
    listArgs({
      page,
      size: HISTORY_PAGE,
      sort: '-created_at',
      filters: {
        match: 'match_any',
        items: [
          { field: 'from_number', rule: 'equals', value: number },
          { field: 'to_number', rule: 'equals', value: number },
        ],
      },
    }),
    { refetchOnMountOrArgChange: true },
  )
}
