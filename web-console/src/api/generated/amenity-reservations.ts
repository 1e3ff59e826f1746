import { baseApi as api } from '../baseApi'
export const addTagTypes = ['AmenityReservations'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAmenityReservations: build.query<
        ListAmenityReservationsApiResponse,
        ListAmenityReservationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            user_offset: queryArg.userOffset,
          },
        }),
        providesTags: ['AmenityReservations'],
      }),
      createAmenityReservation: build.mutation<
        CreateAmenityReservationApiResponse,
        CreateAmenityReservationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations`,
          method: 'PUT',
          body: queryArg.amenityReservationInput,
        }),
        invalidatesTags: ['AmenityReservations'],
      }),
      deleteAllAmenityReservations: build.mutation<
        DeleteAllAmenityReservationsApiResponse,
        DeleteAllAmenityReservationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['AmenityReservations'],
      }),
      deleteAmenityReservation: build.mutation<
        DeleteAmenityReservationApiResponse,
        DeleteAmenityReservationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['AmenityReservations'],
      }),
      getAmenityReservation: build.query<
        GetAmenityReservationApiResponse,
        GetAmenityReservationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/${queryArg.id}`,
        }),
        providesTags: ['AmenityReservations'],
      }),
      updateAmenityReservation: build.mutation<
        UpdateAmenityReservationApiResponse,
        UpdateAmenityReservationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.amenityReservationInput,
        }),
        invalidatesTags: ['AmenityReservations'],
      }),
      cancelAmenityReservation: build.mutation<
        CancelAmenityReservationApiResponse,
        CancelAmenityReservationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/${queryArg.id}/cancel`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['AmenityReservations'],
      }),
      listAmenityReservationLogs: build.query<
        ListAmenityReservationLogsApiResponse,
        ListAmenityReservationLogsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenity-reservations/${queryArg.id}/logs`,
        }),
        providesTags: ['AmenityReservations'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as amenityReservationsApi }
export type ListAmenityReservationsApiResponse =
  /** status 200 Done. */ ListAmenityReservationsResponse
export type ListAmenityReservationsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, amenity_id, user_id, status, start, end, created_at, is_outside_slots. */
  filters?: string
  with?: string[]
  /** Of amenities and users. */
  search?: string
  /** Minutes east of UTC, for start_local and end_local; unset for the amenity's zone. */
  userOffset?: number
}
export type CreateAmenityReservationApiResponse = /** status 200 Done. */ AmenityReservation
export type CreateAmenityReservationApiArg = {
  amenityReservationInput: AmenityReservationInput
}
export type DeleteAllAmenityReservationsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllAmenityReservationsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteAmenityReservationApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteAmenityReservationApiArg = {
  id: number
}
export type GetAmenityReservationApiResponse = /** status 200 Done. */ AmenityReservation
export type GetAmenityReservationApiArg = {
  id: number
}
export type UpdateAmenityReservationApiResponse = /** status 200 Done. */ AmenityReservation
export type UpdateAmenityReservationApiArg = {
  id: number
  amenityReservationInput: AmenityReservationInput
}
export type CancelAmenityReservationApiResponse = /** status 200 Done. */ AmenityReservation
export type CancelAmenityReservationApiArg = {
  id: number
  body: {}
}
export type ListAmenityReservationLogsApiResponse =
  /** status 200 Done. */ ListAmenityReservationLogsResponse
export type ListAmenityReservationLogsApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type AmenityReservationStatus = 'reserved' | 'active' | 'inactive' | 'canceled' | 'expired'
export type ReservedSlot = {
  /** Seconds of the day: the beginning of a slot. */
  from: number
  /** Its end; 0 in a request for whatever it is. */
  to: number
}
export type AmenityReservation = {
  /** Required to be true where the amenity has terms of use. */
  accept_terms: boolean
  /** The amenity's terms_version as it was when the terms were read: an older one is refused. 0 for the current one. */
  accepted_terms_version: number
  /** Set once. */
  amenity: Ref | null
  created_at: string | null
  created_by_user: Ref | null
  /** 2026-11-23, in the amenity's zone. */
  date: string
  end: string | null
  end_local: string
  id: number
  /** The QR code that opens the doors; unset until access has made it. */
  identifier: Ref | null
  is_cancelable: boolean
  is_editable: boolean
  /** The amenity's slots have changed, and this reservation has stayed. */
  is_outside_slots: boolean
  number_of_persons: number
  start: string | null
  /** Start and end by the clock of user_offset, or of the amenity: 2026-11-23T18:00:00+01:00. */
  start_local: string
  status: AmenityReservationStatus | null
  /** Of the terms of use that were accepted; 0 for none. */
  terms_version: number
  /** Slots of the date, one after the other. */
  time_slots: ReservedSlot[]
  updated_at: string | null
  /** Set once; the caller, when a creation does not say. */
  user: Ref | null
}
export type ListAmenityReservationsResponse = {
  items: AmenityReservation[]
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
export type ReservedSlotInput = {
  /** Seconds of the day: the beginning of a slot. */
  from?: number
  /** Its end; 0 in a request for whatever it is. */
  to?: number
}
export type AmenityReservationInput = {
  /** Required to be true where the amenity has terms of use. */
  accept_terms?: boolean
  /** The amenity's terms_version as it was when the terms were read: an older one is refused. 0 for the current one. */
  accepted_terms_version?: number
  /** Set once. */
  amenity?: RefInput | null
  created_at?: string | null
  created_by_user?: RefInput | null
  /** 2026-11-23, in the amenity's zone. */
  date?: string
  end?: string | null
  end_local?: string
  id?: number
  /** The QR code that opens the doors; unset until access has made it. */
  identifier?: RefInput | null
  is_cancelable?: boolean
  is_editable?: boolean
  /** The amenity's slots have changed, and this reservation has stayed. */
  is_outside_slots?: boolean
  number_of_persons?: number
  start?: string | null
  /** Start and end by the clock of user_offset, or of the amenity: 2026-11-23T18:00:00+01:00. */
  start_local?: string
  status?: AmenityReservationStatus | null
  /** Of the terms of use that were accepted; 0 for none. */
  terms_version?: number
  /** Slots of the date, one after the other. */
  time_slots?: ReservedSlotInput[]
  updated_at?: string | null
  /** Set once; the caller, when a creation does not say. */
  user?: RefInput | null
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
export type AmenityReservationLog = {
  at: string | null
  /** created, changed, moved, started, ended, canceled, key_used. */
  event: string
  status: AmenityReservationStatus | null
  /** Unset for what the platform did. */
  user: Ref | null
}
export type ListAmenityReservationLogsResponse = {
  /** The newest 500. */
  items: AmenityReservationLog[]
}
export const {
  useListAmenityReservationsQuery,
  useLazyListAmenityReservationsQuery,
  useCreateAmenityReservationMutation,
  useDeleteAllAmenityReservationsMutation,
  useDeleteAmenityReservationMutation,
  useGetAmenityReservationQuery,
  useLazyGetAmenityReservationQuery,
  useUpdateAmenityReservationMutation,
  useCancelAmenityReservationMutation,
  useListAmenityReservationLogsQuery,
  useLazyListAmenityReservationLogsQuery,
} = injectedRtkApi
