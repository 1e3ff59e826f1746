import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Amenities'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAmenities: build.query<ListAmenitiesApiResponse, ListAmenitiesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Amenities'],
      }),
      createAmenity: build.mutation<CreateAmenityApiResponse, CreateAmenityApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities`,
          method: 'PUT',
          body: queryArg.amenityInput,
        }),
        invalidatesTags: ['Amenities'],
      }),
      deleteAllAmenities: build.mutation<DeleteAllAmenitiesApiResponse, DeleteAllAmenitiesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Amenities'],
      }),
      deleteAmenity: build.mutation<DeleteAmenityApiResponse, DeleteAmenityApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Amenities'],
      }),
      getAmenity: build.query<GetAmenityApiResponse, GetAmenityApiArg>({
        query: (queryArg) => ({ url: `/api/v0/amenities/${queryArg.id}` }),
        providesTags: ['Amenities'],
      }),
      updateAmenity: build.mutation<UpdateAmenityApiResponse, UpdateAmenityApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.amenityInput,
        }),
        invalidatesTags: ['Amenities'],
      }),
      deleteAmenityImage: build.mutation<DeleteAmenityImageApiResponse, DeleteAmenityImageApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}/image`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Amenities'],
      }),
      getAmenityState: build.query<GetAmenityStateApiResponse, GetAmenityStateApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}/state`,
          params: {
            date: queryArg.date,
            days: queryArg.days,
          },
        }),
        providesTags: ['Amenities'],
      }),
      deleteAmenityTermsOfUse: build.mutation<
        DeleteAmenityTermsOfUseApiResponse,
        DeleteAmenityTermsOfUseApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/amenities/${queryArg.id}/terms-of-use`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Amenities'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as amenitiesApi }
export type ListAmenitiesApiResponse = /** status 200 Done. */ ListAmenitiesResponse
export type ListAmenitiesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, created_at, domain_id, within_domain_id (the group or one below it), access_rule_id. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateAmenityApiResponse = /** status 200 Done. */ Amenity
export type CreateAmenityApiArg = {
  amenityInput: AmenityInput
}
export type DeleteAllAmenitiesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllAmenitiesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteAmenityApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteAmenityApiArg = {
  id: number
}
export type GetAmenityApiResponse = /** status 200 Done. */ Amenity
export type GetAmenityApiArg = {
  id: number
}
export type UpdateAmenityApiResponse = /** status 200 Done. */ Amenity
export type UpdateAmenityApiArg = {
  id: number
  amenityInput: AmenityInput
}
export type DeleteAmenityImageApiResponse = /** status 200 Done. */ object
export type DeleteAmenityImageApiArg = {
  id: number
}
export type GetAmenityStateApiResponse = /** status 200 Done. */ AmenityState
export type GetAmenityStateApiArg = {
  id: number
  /** 2026-11-23, in the amenity's zone. */
  date?: string
  /** Days from the date on, 1 to 31; 0 for one. */
  days?: number
}
export type DeleteAmenityTermsOfUseApiResponse = /** status 200 Done. */ object
export type DeleteAmenityTermsOfUseApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type PersonLimits = {
  /** Places at one time, which reservations share. */
  max: number
  /** Of the smallest reservation. */
  min: number
}
export type TimeSlotItem = {
  /** mon, tue, wed, thu, fri, sat, sun. */
  days: string[]
  /** Seconds of the day, 0 to 86400. The length is a multiple of the duration. */
  from: number
  to: number
}
export type TimeSlots = {
  /** Seconds of a slot. */
  duration: number
  /** At least one; those of a day do not overlap. */
  items: TimeSlotItem[]
}
export type Amenity = {
  /** At least one: what a reservation opens. Their devices read QR codes. */
  access_rules: Ref[]
  address: string | null
  /** Minutes before the start until which users cancel by themselves. */
  cancel_before: number
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** At least one: for people of these groups and of the groups below them. */
  domains: Ref[]
  /** The zone that holds: its own, or the project's. */
  effective_time_zone: string
  /** Days ahead that may be reserved. */
  horizon_days: number
  id: number
  /** Path of the picture. */
  image_url: string | null
  /** A reservation takes all places of its slots. */
  is_exclusive: boolean
  /** Minutes before the start from which the doors open. */
  lead: number
  /** Reservations that a user may have at a time. */
  live_per_user: number
  name: string
  number_of_persons: PersonLimits | null
  /** Path of a PDF. */
  terms_of_use_url: string | null
  /** Grows with every new file; 0 before the first. */
  terms_version: number
  time_slots: TimeSlots | null
  /** Name of a zone; empty for the project's. */
  time_zone: string
  updated_at: string | null
}
export type ListAmenitiesResponse = {
  items: Amenity[]
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
export type PersonLimitsInput = {
  /** Places at one time, which reservations share. */
  max?: number
  /** Of the smallest reservation. */
  min?: number
}
export type TimeSlotItemInput = {
  /** mon, tue, wed, thu, fri, sat, sun. */
  days?: string[]
  /** Seconds of the day, 0 to 86400. The length is a multiple of the duration. */
  from?: number
  to?: number
}
export type TimeSlotsInput = {
  /** Seconds of a slot. */
  duration?: number
  /** At least one; those of a day do not overlap. */
  items?: TimeSlotItemInput[]
}
export type AmenityInput = {
  /** At least one: what a reservation opens. Their devices read QR codes. */
  access_rules?: RefInput[]
  address?: string | null
  /** Minutes before the start until which users cancel by themselves. */
  cancel_before?: number
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** At least one: for people of these groups and of the groups below them. */
  domains?: RefInput[]
  /** The zone that holds: its own, or the project's. */
  effective_time_zone?: string
  /** Days ahead that may be reserved. */
  horizon_days?: number
  id?: number
  /** Path of the picture. */
  image_url?: string | null
  /** A reservation takes all places of its slots. */
  is_exclusive?: boolean
  /** Minutes before the start from which the doors open. */
  lead?: number
  /** Reservations that a user may have at a time. */
  live_per_user?: number
  name?: string
  number_of_persons?: PersonLimitsInput | null
  /** Path of a PDF. */
  terms_of_use_url?: string | null
  /** Grows with every new file; 0 before the first. */
  terms_version?: number
  time_slots?: TimeSlotsInput | null
  /** Name of a zone; empty for the project's. */
  time_zone?: string
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
export type AmenitySlotStatus = 'free' | 'partly' | 'full' | 'past' | 'mine'
export type AmenitySlot = {
  capacity: number
  /** 2026-11-23, in the amenity's zone. */
  date: string
  end: string | null
  /** Seconds of the day: by `from` a reservation names the slot. */
  from: number
  left: number
  start: string | null
  status: AmenitySlotStatus | null
  taken: number
  to: number
}
export type AmenityState = {
  slots: AmenitySlot[]
  time_zone: string
}
export const {
  useListAmenitiesQuery,
  useLazyListAmenitiesQuery,
  useCreateAmenityMutation,
  useDeleteAllAmenitiesMutation,
  useDeleteAmenityMutation,
  useGetAmenityQuery,
  useLazyGetAmenityQuery,
  useUpdateAmenityMutation,
  useDeleteAmenityImageMutation,
  useGetAmenityStateQuery,
  useLazyGetAmenityStateQuery,
  useDeleteAmenityTermsOfUseMutation,
} = injectedRtkApi
