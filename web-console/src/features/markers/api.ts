import { markersApi as generated, type ListMarkersResponse } from '@/api/generated/markers'
import { listArgs, type ListQuery } from '@/api/list'
import { changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { QueryResult } from '@/kit/resource'

export type { Marker, MarkerInput } from '@/api/generated/markers'

/** A marker shows on every user who has it. */
const changesUsers = (_result: unknown, error: unknown) =>
  error ? [] : (['Markers', 'Users'] as const).map((type) => ({ type }))

const markersApi = generated.enhanceEndpoints({
  endpoints: {
    listMarkers: { providesTags: providesList('Markers') },
    getMarker: { providesTags: providesItem('Markers') },
    createMarker: { invalidatesTags: changesList('Markers') },
    updateMarker: { invalidatesTags: changesUsers },
    deleteAllMarkers: { invalidatesTags: changesUsers },
  },
})

export const { useCreateMarkerMutation, useDeleteAllMarkersMutation, useUpdateMarkerMutation } =
  markersApi

export const useMarkerList = (
  query: ListQuery,
  options?: { skip?: boolean },
): QueryResult<ListMarkersResponse> => markersApi.useListMarkersQuery(listArgs(query), options)

export const useMarker = (id: Id, options?: { skip?: boolean }) =>
  markersApi.useGetMarkerQuery({ id }, options)
