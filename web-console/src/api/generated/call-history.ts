import { baseApi as api } from '../baseApi'
export const addTagTypes = ['CallHistory'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listCallHistory: build.query<ListCallHistoryApiResponse, ListCallHistoryApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/call-history`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['CallHistory'],
      }),
      listAlarmCalls: build.query<ListAlarmCallsApiResponse, ListAlarmCallsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/call-history/alarms`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['CallHistory'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as callHistoryApi }
export type ListCallHistoryApiResponse = /** status 200 Done. */ ListCallHistoryResponse
export type ListCallHistoryApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, created_at, status, type, duration, from_number, to_number, number (either side), from_user_id,
    to_user_id, device_id (either side), within_domain_id (either side), is_sos. */
  filters?: string
  with?: string[]
  search?: string
}
export type ListAlarmCallsApiResponse = /** status 200 Done. */ ListCallHistoryResponse
export type ListAlarmCallsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, created_at, status, type, duration, from_number, to_number, number (either side), from_user_id,
    to_user_id, device_id (either side), within_domain_id (either side), is_sos. */
  filters?: string
  with?: string[]
  search?: string
}
export type Ref = {
  id: number
  name: string
}
export type CallParty = {
  device: Ref | null
  domain: Ref | null
  /** The number's name at the time of the call. */
  name: string
  number: string
  user: Ref | null
}
export type CallStatus = 'answered' | 'noanswer' | 'busy' | 'cancel' | 'failed'
export type CallType = 'normal' | 'awaiting'
export type HistoryCall = {
  /** Who answered, when it was not `to`. */
  answered_by: CallParty | null
  created_at: string | null
  /** Seconds from the answer to the end; 0 when nobody answered. */
  duration: number
  from: CallParty | null
  id: number
  is_sos: boolean
  status: CallStatus | null
  to: CallParty | null
  type: CallType | null
}
export type ListCallHistoryResponse = {
  items: HistoryCall[]
  page: number
  size: number
  total: number
}
export type Error = {
  /** Stable; for programs. */
  code: string
  /** Messages by the path of a field; names of related entities; errors of rows. */
  data?: {
    fields?: {
      [key: string]: string
    }
    names?: string[]
    rows?: {
      field: string
      index: number
      message: string
    }[]
  } | null
  /** A sentence of the catalogue, lower case. */
  message: string
}
export const {
  useListCallHistoryQuery,
  useLazyListCallHistoryQuery,
  useListAlarmCallsQuery,
  useLazyListAlarmCallsQuery,
} = injectedRtkApi
