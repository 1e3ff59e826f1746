import { auditEventsApi, type ListAuditEventsResponse } from '@/api/generated/audit-events'
import { listArgs, type ListQuery } from '@/api/list'
import type { QueryOptions, QueryResult } from '@/kit/resource'

export type { AuditEvent } from '@/api/generated/audit-events'

/** A page of the log. Anything that anybody does adds to it, so it is asked anew each time. */
export const useAuditList = (
  query: ListQuery,
  options?: QueryOptions,
): QueryResult<ListAuditEventsResponse> =>
  auditEventsApi.useListAuditEventsQuery(listArgs(query), {
    refetchOnMountOrArgChange: true,
    ...options,
  })
