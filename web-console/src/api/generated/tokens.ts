import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Tokens'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listOwnTokens: build.query<ListOwnTokensApiResponse, ListOwnTokensApiArg>({
        query: () => ({ url: `/api/v0/profile/tokens` }),
        providesTags: ['Tokens'],
      }),
      createOwnToken: build.mutation<CreateOwnTokenApiResponse, CreateOwnTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/tokens`,
          method: 'POST',
          body: queryArg.createOwnTokenRequestInput,
        }),
        invalidatesTags: ['Tokens'],
      }),
      revokeOwnToken: build.mutation<RevokeOwnTokenApiResponse, RevokeOwnTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/tokens/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Tokens'],
      }),
      listServiceTokens: build.query<ListServiceTokensApiResponse, ListServiceTokensApiArg>({
        query: () => ({ url: `/api/v0/tokens` }),
        providesTags: ['Tokens'],
      }),
      createServiceToken: build.mutation<CreateServiceTokenApiResponse, CreateServiceTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/tokens`,
          method: 'POST',
          body: queryArg.createServiceTokenRequestInput,
        }),
        invalidatesTags: ['Tokens'],
      }),
      revokeServiceToken: build.mutation<RevokeServiceTokenApiResponse, RevokeServiceTokenApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/tokens/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Tokens'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as tokensApi }
export type ListOwnTokensApiResponse = /** status 200 Done. */ ListOwnTokensResponse
export type ListOwnTokensApiArg = void
export type CreateOwnTokenApiResponse = /** status 200 Done. */ CreateOwnTokenResponse
export type CreateOwnTokenApiArg = {
  createOwnTokenRequestInput: CreateOwnTokenRequestInput
}
export type RevokeOwnTokenApiResponse = /** status 200 Done. */ object
export type RevokeOwnTokenApiArg = {
  id: number
}
export type ListServiceTokensApiResponse = /** status 200 Done. */ ListServiceTokensResponse
export type ListServiceTokensApiArg = void
export type CreateServiceTokenApiResponse = /** status 200 Done. */ CreateServiceTokenResponse
export type CreateServiceTokenApiArg = {
  createServiceTokenRequestInput: CreateServiceTokenRequestInput
}
export type RevokeServiceTokenApiResponse = /** status 200 Done. */ object
export type RevokeServiceTokenApiArg = {
  id: number
}
export type OwnToken = {
  created_at: string | null
  expires_at: string | null
  id: number
  /** Accurate to a minute; null while it was never used. */
  last_used_at: string | null
  last_used_ip: string | null
  name: string
  /** The first 8 characters of the token. */
  prefix: string
  /** `all`, `read_only` (every right whose code begins with can_view), or codes of the permission catalogue. */
  scopes: string[]
}
export type ListOwnTokensResponse = {
  items: OwnToken[]
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
export type CreateOwnTokenResponse = {
  item: OwnToken | null
  /** The token itself: it is answered here and never again. */
  token: string
}
export type CreateOwnTokenRequestInput = {
  /** 1 day to 366 days from now. */
  expires_at?: string | null
  /** 1 to 31 characters. */
  name?: string
  /** The caller's own. Whoever has none must have signed in within the last 15 minutes. */
  password?: string
  /** `all`, `read_only`, or up to 500 codes of the permission catalogue. */
  scopes?: string[]
}
export type Ref = {
  id: number
  name: string
}
export type ServiceToken = {
  created_at: string | null
  /** Null when they are no longer a user. */
  created_by_user: Ref | null
  /** The groups to which the role's rights of groups refer. */
  domains: Ref[]
  expires_at: string | null
  id: number
  /** Accurate to a minute; null while it was never used. */
  last_used_at: string | null
  last_used_ip: string | null
  name: string
  /** The first 8 characters of the token. */
  prefix: string
  /** Changes of the role take effect at once; with the role the token is deleted. */
  role: Ref | null
  /** As those of an own token: what of the role's rights it has. */
  scopes: string[]
}
export type ListServiceTokensResponse = {
  items: ServiceToken[]
}
export type CreateServiceTokenResponse = {
  item: ServiceToken | null
  /** The token itself: it is answered here and never again. */
  token: string
}
export type RefInput = {
  id?: number
  name?: string
}
export type CreateServiceTokenRequestInput = {
  /** Up to 100. */
  domains?: RefInput[]
  /** 1 day to 366 days from now. */
  expires_at?: string | null
  /** 1 to 31 characters. */
  name?: string
  /** The caller's own. Whoever has none must have signed in within the last 15 minutes. */
  password?: string
  role?: RefInput | null
  /** `all`, `read_only`, or up to 500 codes of the permission catalogue. */
  scopes?: string[]
}
export const {
  useListOwnTokensQuery,
  useLazyListOwnTokensQuery,
  useCreateOwnTokenMutation,
  useRevokeOwnTokenMutation,
  useListServiceTokensQuery,
  useLazyListServiceTokensQuery,
  useCreateServiceTokenMutation,
  useRevokeServiceTokenMutation,
} = injectedRtkApi
