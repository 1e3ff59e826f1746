import {
  callHistoryApi,
  type CallStatus,
  type ListCallHistoryResponse,
} from '@/api/generated/call-history'
import { listArgs, type ListQuery } from '@/api/list'
import type { QueryOptions, QueryResult } from '@/kit/resource'

export type { CallParty, CallStatus, HistoryCall } from '@/api/generated/call-history'

export const CALL_STATUSES = [
  'answered',
  'noanswer',
  'busy',
  'cancel',
  'failed',
] as const satisfies readonly CallStatus[]

// Calls come by themselves: what is shown is asked anew each time a page is opened.
const fresh = { refetchOnMountOrArgChange: true }

/** A page of the calls that the person may see. */
export const useCallHistory = (
  query: ListQuery,
  options?: QueryOptions,
): QueryResult<ListCallHistoryResponse> =>
  callHistoryApi.useListCallHistoryQuery(listArgs(query), { ...fresh, ...options })

/** A page of the SOS calls of the devices that the person may see. */
export const useAlarmCalls = (query: ListQuery): QueryResult<ListCallHistoryResponse> =>
  callHistoryApi.useListAlarmCallsQuery(listArgs(query), fresh)
