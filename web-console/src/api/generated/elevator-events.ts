import { baseApi as api } from '../baseApi'
export const addTagTypes = ['ElevatorEvents'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listElevatorEvents: build.query<ListElevatorEventsApiResponse, ListElevatorEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/events/elevators`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['ElevatorEvents'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as elevatorEventsApi }
export type ListElevatorEventsApiResponse = /** status 200 Done. */ ListElevatorEventsResponse
export type ListElevatorEventsApiArg = {
  page?: number
  size?: number
  /** Fields: id, created_at. */
  sort?: string
  /** Fields: id, code, category, state, elevator_id, device_id, domain_id, within_domain_id, user_id, created_at, received_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type EventCategory = 'access' | 'info' | 'system' | 'emergency'
export type Ref = {
  id: number
  name: string
}
export type ElevatorEventState = 'sent' | 'done' | 'failed'
export type ElevatorEvent = {
  category: EventCategory | null
  /** Of a controller: lift_call_success, lift_call_error, device_booted, ...; of the platform: floors_released (after access
    was granted), lift_called (from the console). */
  code: string
  /** The device's clock; of a command, when it was sent. */
  created_at: string | null
  /** The controller. */
  device: Ref | null
  /** up or down, of lift_called. */
  direction: string | null
  /** The controller's group. */
  domain: Ref | null
  /** The elevator that the controller was in then. */
  elevator: Ref | null
  /** Why it failed: the device's word, offline or no_answer. */
  error: string | null
  /** Floors of a command, from the lowest. */
  floors: number[]
  id: number
  /** The panel that granted access, of floors_released. */
  panel: Ref | null
  /** When the platform stored it. */
  received_at: string | null
  state: ElevatorEventState | null
  /** Whose identifier was shown, or who called. */
  user: Ref | null
}
export type ListElevatorEventsResponse = {
  items: ElevatorEvent[]
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
export const { useListElevatorEventsQuery, useLazyListElevatorEventsQuery } = injectedRtkApi
