import {
  amenitiesApi,
  type Amenity,
  type AmenityInput,
  type ListAmenitiesResponse,
} from '@/api/generated/amenities'
import {
  amenityReservationsApi,
  type AmenityReservation,
  type AmenityReservationInput,
  type ListAmenityReservationsResponse,
} from '@/api/generated/amenity-reservations'
import { listArgs, type ListQuery } from '@/api/list'
import { useTopic } from '@/api/realtime'
import { changesAll, changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryOptions, QueryResult, UseMutation } from '@/kit/resource'
import { RESERVATION_TOPIC, STATE } from './realtime'

export type { Amenity, AmenityInput, AmenitySlot } from '@/api/generated/amenities'
export type {
  AmenityReservation,
  AmenityReservationInput,
  AmenityReservationLog,
} from '@/api/generated/amenity-reservations'

const api = amenitiesApi.enhanceEndpoints({
  endpoints: {
    listAmenities: { providesTags: providesList('Amenities') },
    getAmenity: { providesTags: providesItem('Amenities') },
    getAmenityState: {
      providesTags: (_result, _error, { id }) => [
        { type: 'Amenities', id },
        { type: 'Amenities', id: STATE },
      ],
    },
    createAmenity: { invalidatesTags: changesList('Amenities') },
    updateAmenity: { invalidatesTags: changesItem('Amenities') },
    deleteAllAmenities: { invalidatesTags: changesAll('Amenities') },
    deleteAmenityImage: { invalidatesTags: changesItem('Amenities') },
    deleteAmenityTermsOfUse: { invalidatesTags: changesItem('Amenities') },
  },
})

const withState = <T extends { type: string }>(tags: T[]) =>
  tags.length > 0 ? [...tags, { type: 'Amenities' as const, id: STATE }] : tags

const reservationsApi = amenityReservationsApi
  .enhanceEndpoints({ addTagTypes: ['Amenities'] })
  .enhanceEndpoints({
    endpoints: {
      listAmenityReservations: { providesTags: providesList('AmenityReservations') },
      getAmenityReservation: { providesTags: providesItem('AmenityReservations') },
      listAmenityReservationLogs: { providesTags: providesItem('AmenityReservations') },
      createAmenityReservation: {
        // A refusal says that the places have gone or the terms have changed: they are looked at again.
        invalidatesTags: (result, error, { amenityReservationInput: { amenity } }) => [
          ...changesList('AmenityReservations')(result, error),
          { type: 'Amenities' as const, id: STATE },
          ...(error && amenity?.id ? [{ type: 'Amenities' as const, id: amenity.id }] : []),
        ],
      },
      updateAmenityReservation: {
        invalidatesTags: (result, error, arg) => [
          ...changesItem('AmenityReservations')(result, error, arg),
          { type: 'Amenities' as const, id: STATE },
        ],
      },
      cancelAmenityReservation: {
        invalidatesTags: (result, error, arg) =>
          withState(changesItem('AmenityReservations')(result, error, arg)),
      },
      deleteAllAmenityReservations: { invalidatesTags: changesAll('AmenityReservations') },
    },
  })

export const {
  useDeleteAllAmenitiesMutation,
  useDeleteAmenityImageMutation,
  useDeleteAmenityTermsOfUseMutation,
  useGetAmenityStateQuery,
  useLazyGetAmenityStateQuery,
} = api
export const {
  useCancelAmenityReservationMutation,
  useDeleteAllAmenityReservationsMutation,
  useListAmenityReservationLogsQuery,
} = reservationsApi

export const useAmenityList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListAmenitiesResponse> => api.useListAmenitiesQuery(listArgs(query), options)

export const useAmenity = (id: Id, options?: { skip?: boolean }) =>
  api.useGetAmenityQuery({ id }, options)

export const useCreateAmenity: UseMutation<AmenityInput, Amenity> = () => {
  const [create, state] = api.useCreateAmenityMutation()
  return [(amenityInput) => create({ amenityInput }), state]
}

export const useUpdateAmenity: UseMutation<{ id: Id; body: AmenityInput }, Amenity> = () => {
  const [update, state] = api.useUpdateAmenityMutation()
  return [({ id, body }) => update({ id, amenityInput: body }), state]
}

/** While it is shown, pushes of reservations renew it. */
export const useReservationList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListAmenityReservationsResponse> => {
  useTopic(RESERVATION_TOPIC)
  return reservationsApi.useListAmenityReservationsQuery(listArgs(query), options)
}

export const useReservation = (id: Id, options?: QueryOptions) => {
  useTopic(RESERVATION_TOPIC)
  return reservationsApi.useGetAmenityReservationQuery({ id }, options)
}

export const useCreateReservation: UseMutation<
  AmenityReservationInput,
  AmenityReservation
> = () => {
  const [create, state] = reservationsApi.useCreateAmenityReservationMutation()
  return [(amenityReservationInput) => create({ amenityReservationInput }), state]
}

export const useUpdateReservation: UseMutation<
  { id: Id; body: AmenityReservationInput },
  AmenityReservation
> = () => {
  const [update, state] = reservationsApi.useUpdateAmenityReservationMutation()
  return [({ id, body }) => update({ id, amenityReservationInput: body }), state]
}
