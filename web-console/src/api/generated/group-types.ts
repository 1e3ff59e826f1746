import { baseApi as api } from '../baseApi'
export const addTagTypes = ['GroupTypes'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listGroupTypes: build.query<ListGroupTypesApiResponse, ListGroupTypesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['GroupTypes'],
      }),
      createGroupType: build.mutation<CreateGroupTypeApiResponse, CreateGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types`,
          method: 'PUT',
          body: queryArg.groupTypeInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      deleteAllGroupTypes: build.mutation<
        DeleteAllGroupTypesApiResponse,
        DeleteAllGroupTypesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      deleteGroupType: build.mutation<DeleteGroupTypeApiResponse, DeleteGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['GroupTypes'],
      }),
      getGroupType: build.query<GetGroupTypeApiResponse, GetGroupTypeApiArg>({
        query: (queryArg) => ({ url: `/api/v0/domain-types/${queryArg.id}` }),
        providesTags: ['GroupTypes'],
      }),
      updateGroupType: build.mutation<UpdateGroupTypeApiResponse, UpdateGroupTypeApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domain-types/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.groupTypeInput,
        }),
        invalidatesTags: ['GroupTypes'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as groupTypesApi }
export type ListGroupTypesApiResponse = /** status 200 Done. */ ListGroupTypesResponse
export type ListGroupTypesApiArg = {
  page?: number
  size?: number
  sort?: string
  filters?: string
  with?: string[]
  search?: string
}
export type CreateGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type CreateGroupTypeApiArg = {
  groupTypeInput: GroupTypeInput
}
export type DeleteAllGroupTypesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllGroupTypesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteGroupTypeApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteGroupTypeApiArg = {
  id: number
}
export type GetGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type GetGroupTypeApiArg = {
  id: number
}
export type UpdateGroupTypeApiResponse = /** status 200 Done. */ GroupType
export type UpdateGroupTypeApiArg = {
  id: number
  groupTypeInput: GroupTypeInput
}
export type GroupKind = 'building' | 'unit' | 'floor' | 'apartment' | 'common'
export type GroupType = {
  /** Groups of this type; exact up to 1,000. */
  domains_count: number
  id: number
  /** 1 to 31 characters, unique in the project. */
  name: string
  type: GroupKind | null
}
export type ListGroupTypesResponse = {
  items: GroupType[]
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
export type GroupTypeInput = {
  /** Groups of this type; exact up to 1,000. */
  domains_count?: number
  id?: number
  /** 1 to 31 characters, unique in the project. */
  name?: string
  type?: GroupKind | null
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
  useListGroupTypesQuery,
  useLazyListGroupTypesQuery,
  useCreateGroupTypeMutation,
  useDeleteAllGroupTypesMutation,
  useDeleteGroupTypeMutation,
  useGetGroupTypeQuery,
  useLazyGetGroupTypeQuery,
  useUpdateGroupTypeMutation,
} = injectedRtkApi
