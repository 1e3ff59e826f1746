import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Ukey2'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listUkey2Keys: build.query<ListUkey2KeysApiResponse, ListUkey2KeysApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ukey2`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Ukey2'],
      }),
      issueUkey2Key: build.mutation<IssueUkey2KeyApiResponse, IssueUkey2KeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ukey2/issue`,
          method: 'POST',
          body: queryArg.issueUkey2KeyRequestInput,
        }),
        invalidatesTags: ['Ukey2'],
      }),
      getUkey2Key: build.query<GetUkey2KeyApiResponse, GetUkey2KeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ukey2/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Ukey2'],
      }),
      revokeUkey2Key: build.mutation<RevokeUkey2KeyApiResponse, RevokeUkey2KeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ukey2/${queryArg.id}/revoke`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Ukey2'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as ukey2Api }
export type ListUkey2KeysApiResponse = /** status 200 Done. */ ListUkey2KeysResponse
export type ListUkey2KeysApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, user_id, mobile_client_id, domain_id, within_domain_id, platform, is_active, created_at, revoked_at,
    last_used_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type IssueUkey2KeyApiResponse = /** status 200 Done. */ Ukey2Key
export type IssueUkey2KeyApiArg = {
  issueUkey2KeyRequestInput: IssueUkey2KeyRequestInput
}
export type GetUkey2KeyApiResponse = /** status 200 Done. */ Ukey2Key
export type GetUkey2KeyApiArg = {
  id: number
  with?: string[]
}
export type RevokeUkey2KeyApiResponse = /** status 200 Done. */ Ukey2Key
export type RevokeUkey2KeyApiArg = {
  id: number
  body: {}
}
export type Ukey2Client = {
  id: number
  info: string
  /** ios or android. */
  platform: string
}
export type Ref = {
  id: number
  name: string
}
export type Ukey2Key = {
  client: Ukey2Client | null
  /** The group that it counts to: its user's first. */
  domain: Ref | null
  id: number
  /** False for one that an operator has switched off, or that is over the number of a licence. */
  is_active: boolean
  issued_at: string | null
  /** Null for one that the platform has issued. */
  issued_by: Ref | null
  /** When it opened a door last, as far as devices have told. */
  last_used_at: string | null
  name: string
  /** Set when it was revoked, for good. */
  revoked_at: string | null
  user: Ref | null
}
export type ListUkey2KeysResponse = {
  items: Ukey2Key[]
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
export type IssueUkey2KeyRequestInput = {
  /** As GET /users/{id}/mobile-clients answers it; signed in. */
  mobile_client_id?: number
  /** Revokes the live key of the installation with it. */
  replace?: boolean
  user_id?: number
}
export const {
  useListUkey2KeysQuery,
  useLazyListUkey2KeysQuery,
  useIssueUkey2KeyMutation,
  useGetUkey2KeyQuery,
  useLazyGetUkey2KeyQuery,
  useRevokeUkey2KeyMutation,
} = injectedRtkApi
