import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Markers'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listMarkers: build.query<ListMarkersApiResponse, ListMarkersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/markers`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Markers'],
      }),
      createMarker: build.mutation<CreateMarkerApiResponse, CreateMarkerApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/markers`,
          method: 'PUT',
          body: queryArg.markerInput,
        }),
        invalidatesTags: ['Markers'],
      }),
      deleteAllMarkers: build.mutation<DeleteAllMarkersApiResponse, DeleteAllMarkersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/markers/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Markers'],
      }),
      deleteMarker: build.mutation<DeleteMarkerApiResponse, DeleteMarkerApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/markers/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Markers'],
      }),
      getMarker: build.query<GetMarkerApiResponse, GetMarkerApiArg>({
        query: (queryArg) => ({ url: `/api/v0/markers/${queryArg.id}` }),
        providesTags: ['Markers'],
      }),
      updateMarker: build.mutation<UpdateMarkerApiResponse, UpdateMarkerApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/markers/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.markerInput,
        }),
        invalidatesTags: ['Markers'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as markersApi }
export type ListMarkersApiResponse = /** status 200 Done. */ ListMarkersResponse
export type ListMarkersApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateMarkerApiResponse = /** status 200 Done. */ Marker
export type CreateMarkerApiArg = {
  markerInput: MarkerInput
}
export type DeleteAllMarkersApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllMarkersApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteMarkerApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteMarkerApiArg = {
  id: number
}
export type GetMarkerApiResponse = /** status 200 Done. */ Marker
export type GetMarkerApiArg = {
  id: number
}
export type UpdateMarkerApiResponse = /** status 200 Done. */ Marker
export type UpdateMarkerApiArg = {
  id: number
  markerInput: MarkerInput
}
export type Ref = {
  id: number
  name: string
}
export type Marker = {
  /** As #rrggbb; #000000 where it is absent. */
  color: string | null
  created_at: string | null
  created_by_user: Ref | null
  id: number
  /** 1 to 31 characters, unique in the project. */
  name: string
  /** Users who have it; exact up to 1,000. */
  users_count: number
}
export type ListMarkersResponse = {
  items: Marker[]
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
export type MarkerInput = {
  /** As #rrggbb; #000000 where it is absent. */
  color?: string | null
  created_at?: string | null
  created_by_user?: RefInput | null
  id?: number
  /** 1 to 31 characters, unique in the project. */
  name?: string
  /** Users who have it; exact up to 1,000. */
  users_count?: number
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
export const {
  useListMarkersQuery,
  useLazyListMarkersQuery,
  useCreateMarkerMutation,
  useDeleteAllMarkersMutation,
  useDeleteMarkerMutation,
  useGetMarkerQuery,
  useLazyGetMarkerQuery,
  useUpdateMarkerMutation,
} = injectedRtkApi
