import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Elevators'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listElevators: build.query<ListElevatorsApiResponse, ListElevatorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Elevators'],
      }),
      createElevator: build.mutation<CreateElevatorApiResponse, CreateElevatorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators`,
          method: 'PUT',
          body: queryArg.elevatorInput,
        }),
        invalidatesTags: ['Elevators'],
      }),
      deleteAllElevators: build.mutation<DeleteAllElevatorsApiResponse, DeleteAllElevatorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Elevators'],
      }),
      deleteElevator: build.mutation<DeleteElevatorApiResponse, DeleteElevatorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Elevators'],
      }),
      getElevator: build.query<GetElevatorApiResponse, GetElevatorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Elevators'],
      }),
      updateElevator: build.mutation<UpdateElevatorApiResponse, UpdateElevatorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.elevatorInput,
        }),
        invalidatesTags: ['Elevators'],
      }),
      callElevator: build.mutation<CallElevatorApiResponse, CallElevatorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/${queryArg.id}/call`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Elevators'],
      }),
      listElevatorFloors: build.query<ListElevatorFloorsApiResponse, ListElevatorFloorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/elevators/${queryArg.id}/floors`,
          params: {
            mode: queryArg.mode,
          },
        }),
        providesTags: ['Elevators'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as elevatorsApi }
export type ListElevatorsApiResponse = /** status 200 Done. */ ListElevatorsResponse
export type ListElevatorsApiArg = {
  page?: number
  size?: number
  /** Fields: id, name, created_at. */
  sort?: string
  /** Fields: id, name, created_at, domain_id, within_domain_id (the group or one below it), device_id,
    elevator_access_rule_id. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateElevatorApiResponse = /** status 200 Done. */ Elevator
export type CreateElevatorApiArg = {
  elevatorInput: ElevatorInput
}
export type DeleteAllElevatorsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllElevatorsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteElevatorApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteElevatorApiArg = {
  id: number
}
export type GetElevatorApiResponse = /** status 200 Done. */ Elevator
export type GetElevatorApiArg = {
  id: number
  with?: string[]
}
export type UpdateElevatorApiResponse = /** status 200 Done. */ Elevator
export type UpdateElevatorApiArg = {
  id: number
  elevatorInput: ElevatorInput
}
export type CallElevatorApiResponse = /** status 200 Done. */ CallElevatorResponse
export type CallElevatorApiArg = {
  id: number
  body: {
    /** As UU-AA. */
    apartment?: string | null
    /** Needed where a controller takes both (call-up-down). One that takes a single direction takes it without a word;
        call-any goes by itself; not taken where floors are only released (access-control-manual). */
    direction?: ElevatorDirection | null
    /** 1 to 98; 0 for the floor of `apartment`. */
    floor?: number
  }
}
export type ListElevatorFloorsApiResponse = /** status 200 Done. */ ListElevatorFloorsResponse
export type ListElevatorFloorsApiArg = {
  id: number
  /** Empty for all floors; access for those that a rule may name: floors that are not public. */
  mode?: string
}
export type Ref = {
  id: number
  name: string
}
export type ElevatorDeviceFloor = {
  /** As UU-AA: unit and apartment. */
  apartments: string[]
  /** 1 to 98. */
  floor: number
  is_panel_floor: boolean
  is_public: boolean
  name: string
  /** Relays, 1 to 255. */
  ports: number[]
}
export type ElevatorDevice = {
  /** call-up, call-down, call-up-down, call-any or access-control-manual. */
  device_mode: string
  /** Its map, from the lowest floor. */
  floor_map: ElevatorDeviceFloor[]
  id: number
  /** Its settings say that it drives a lift. */
  is_enabled: boolean
  /** Whether it is online and has taken its settings and map. Only in the answer of GetElevator; unset, too, while
    that is not known. */
  is_ready: boolean | null
  name: string
  /** Why not: offline, settings_waiting, settings_failed or disabled. */
  not_ready_reason: string | null
}
export type Elevator = {
  created_at: string | null
  created_by_user: Ref | null
  /** 1 to 20 lift controllers, each in one elevator only. */
  devices: ElevatorDevice[]
  /** The group that it belongs to: who passes a panel of this group, or of one below it, has their floors released. */
  domain: Ref | null
  /** Those that the caller sees, at most 500. */
  elevator_access_rules: Ref[]
  /** How many floors it has. */
  floors_count: number
  id: number
  /** 1 to 100 characters. */
  name: string
  updated_at: string | null
}
export type ListElevatorsResponse = {
  items: Elevator[]
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
export type RefInput = {
  id?: number
  name?: string
}
export type ElevatorDeviceFloorInput = {
  /** As UU-AA: unit and apartment. */
  apartments?: string[]
  /** 1 to 98. */
  floor?: number
  is_panel_floor?: boolean
  is_public?: boolean
  name?: string
  /** Relays, 1 to 255. */
  ports?: number[]
}
export type ElevatorDeviceInput = {
  /** call-up, call-down, call-up-down, call-any or access-control-manual. */
  device_mode?: string
  /** Its map, from the lowest floor. */
  floor_map?: ElevatorDeviceFloorInput[]
  id?: number
  /** Its settings say that it drives a lift. */
  is_enabled?: boolean
  /** Whether it is online and has taken its settings and map. Only in the answer of GetElevator; unset, too, while
    that is not known. */
  is_ready?: boolean | null
  name?: string
  /** Why not: offline, settings_waiting, settings_failed or disabled. */
  not_ready_reason?: string | null
}
export type ElevatorInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  /** 1 to 20 lift controllers, each in one elevator only. */
  devices?: ElevatorDeviceInput[]
  /** The group that it belongs to: who passes a panel of this group, or of one below it, has their floors released. */
  domain?: RefInput | null
  /** Those that the caller sees, at most 500. */
  elevator_access_rules?: RefInput[]
  /** How many floors it has. */
  floors_count?: number
  id?: number
  /** 1 to 100 characters. */
  name?: string
  updated_at?: string | null
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type DeleteResponse = {
  id: number
}
export type CallElevatorResponse = {
  /** The floor that was called. */
  floor: number
}
export type ElevatorDirection = 'up' | 'down'
export type ElevatorFloorDevice = {
  id: number
  name: string
  ports: number[]
}
export type ElevatorFloor = {
  /** As UU-AA. */
  apartments: string[]
  devices: ElevatorFloorDevice[]
  /** 1 to 98. */
  floor: number
  /** The caller may go there: public, named by a rule of theirs, or their home. */
  is_allowed: boolean
  /** A panel stands here. */
  is_panel_floor: boolean
  /** Public in all maps that have it: released for everybody. */
  is_public: boolean
  /** Of the first controller that names it. */
  name: string
}
export type ListElevatorFloorsResponse = {
  items: ElevatorFloor[]
}
export const {
  useListElevatorsQuery,
  useLazyListElevatorsQuery,
  useCreateElevatorMutation,
  useDeleteAllElevatorsMutation,
  useDeleteElevatorMutation,
  useGetElevatorQuery,
  useLazyGetElevatorQuery,
  useUpdateElevatorMutation,
  useCallElevatorMutation,
  useListElevatorFloorsQuery,
  useLazyListElevatorFloorsQuery,
} = injectedRtkApi
