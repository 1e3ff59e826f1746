import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AuditEvents'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAuditEvents: build.query<ListAuditEventsApiResponse, ListAuditEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/audit-events`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['AuditEvents'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as auditEventsApi }
export type ListAuditEventsApiResponse = /** status 200 Done. */ ListAuditEventsResponse
export type ListAuditEventsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, at, user_id, user_name, token_name, ip, action, resource, resource_id, resource_name. */
  filters?: string
  with?: string[]
  search?: string
}
export type Ref = {
  id: number
  name: string
}
export type AuditEvent = {
  /** create, edit, delete, revoke, login, ... */
  action: string
  after: {
    [key: string]: any
  } | null
  at: string | null
  /** Only fields that changed; secrets left out. */
  before: {
    [key: string]: any
  } | null
  /** The event's place in the project's chain, from 1. */
  id: number
  ip: string
  /** The request's id, as answered in x-request-id. */
  request_id: string
  /** As the path has it: users, time-rules. */
  resource: string
  resource_id: number
  resource_name: string
  /** The token for programs by which the user did it, as it was called then; empty for a sign-in. */
  token_name: string
  /** Null where the platform did it itself. The name is as it was then. */
  user: Ref | null
}
export type ListAuditEventsResponse = {
  items: AuditEvent[]
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
export const { useListAuditEventsQuery, useLazyListAuditEventsQuery } = injectedRtkApi
