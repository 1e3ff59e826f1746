import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Events'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAccessControlEvents: build.query<
        ListAccessControlEventsApiResponse,
        ListAccessControlEventsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/events/access-control`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            after_id: queryArg.afterId,
          },
        }),
        providesTags: ['Events'],
      }),
      listDeviceEvents: build.query<ListDeviceEventsApiResponse, ListDeviceEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/events/devices`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            after_id: queryArg.afterId,
          },
        }),
        providesTags: ['Events'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as eventsApi }
export type ListAccessControlEventsApiResponse = /** status 200 Done. */ ListEventsResponse
export type ListAccessControlEventsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, code, category, device_id, domain_id, user_id, identifier_id, identifier_number, created_at, received_at, is_revoked. */
  filters?: string
  with?: string[]
  search?: string
  /** Only events after this id: what a feed asks for after a gap. */
  afterId?: number
}
export type ListDeviceEventsApiResponse = /** status 200 Done. */ ListEventsResponse
export type ListDeviceEventsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, code, category, device_id, domain_id, user_id, identifier_id, identifier_number, created_at, received_at, is_revoked. */
  filters?: string
  with?: string[]
  search?: string
  /** Only events after this id: what a feed asks for after a gap. */
  afterId?: number
}
export type EventCategory = 'access' | 'info' | 'system' | 'emergency'
export type Ref = {
  id: number
  name: string
}
export type Event = {
  category: EventCategory | null
  /** As access_granted_by_valid_identifier; see devices. */
  code: string
  /** The device's clock; when the platform stored it where that was far ahead. */
  created_at: string | null
  device: Ref | null
  /** What the device's clock said, where that was more than five minutes ahead. */
  device_created_at: string | null
  /** The device's own number of the event; 0 of a device that does not number them. */
  device_event_id: number
  domain: Ref | null
  id: number
  /** The identifier and user that the number belongs to, where known. */
  identifier: Ref | null
  identifier_number: string | null
  /** What was shown to the reader, as the device reported it. Of codes and QR codes the number is masked, as it is stored: whoever may
    view the identifier finds its value there. */
  identifier_type: string | null
  /** What the camera saw: a link for the caller's session, good for ten minutes at least. */
  image_url: string | null
  /** The number belongs to a revoked identifier. */
  is_revoked: boolean
  lock_number: number | null
  /** When the platform stored it. */
  received_at: string | null
  user: Ref | null
}
export type ListEventsResponse = {
  items: Event[]
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
  useListAccessControlEventsQuery,
  useLazyListAccessControlEventsQuery,
  useListDeviceEventsQuery,
  useLazyListDeviceEventsQuery,
} = injectedRtkApi
