import { baseApi as api } from '../baseApi'
export const addTagTypes = ['SharedViews'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listSharedViews: build.query<ListSharedViewsApiResponse, ListSharedViewsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/shared-views`,
          params: {
            list: queryArg.list,
          },
        }),
        providesTags: ['SharedViews'],
      }),
      createSharedView: build.mutation<CreateSharedViewApiResponse, CreateSharedViewApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/shared-views`,
          method: 'PUT',
          body: queryArg.sharedViewInput,
        }),
        invalidatesTags: ['SharedViews'],
      }),
      deleteSharedView: build.mutation<DeleteSharedViewApiResponse, DeleteSharedViewApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/shared-views/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['SharedViews'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sharedViewsApi }
export type ListSharedViewsApiResponse = /** status 200 Done. */ ListSharedViewsResponse
export type ListSharedViewsApiArg = {
  list?: string
}
export type CreateSharedViewApiResponse = /** status 200 Done. */ SharedView
export type CreateSharedViewApiArg = {
  sharedViewInput: SharedViewInput
}
export type DeleteSharedViewApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteSharedViewApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type SharedView = {
  created_at: string | null
  created_by_user: Ref | null
  id: number
  /** The list, as the API's path has it: users, access-rules, events/devices. At most 40 characters. */
  list: string
  /** 1 to 40 characters, unique in the list. */
  name: string
  /** The query string of the console's address with `?`, at most 2,000 characters; empty for the list as it is. */
  search: string
}
export type ListSharedViewsResponse = {
  items: SharedView[]
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
export type SharedViewInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  id?: number
  /** The list, as the API's path has it: users, access-rules, events/devices. At most 40 characters. */
  list?: string
  /** 1 to 40 characters, unique in the list. */
  name?: string
  /** The query string of the console's address with `?`, at most 2,000 characters; empty for the list as it is. */
  search?: string
}
export type DeleteResponse = {
  id: number
}
export const {
  useListSharedViewsQuery,
  useLazyListSharedViewsQuery,
  useCreateSharedViewMutation,
  useDeleteSharedViewMutation,
} = injectedRtkApi
