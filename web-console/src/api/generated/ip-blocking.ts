import { baseApi as api } from '../baseApi'
export const addTagTypes = ['IpBlocking'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listBannedIps: build.query<ListBannedIpsApiResponse, ListBannedIpsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/banned`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            search: queryArg.search,
          },
        }),
        providesTags: ['IpBlocking'],
      }),
      getIpBlockingStatus: build.query<GetIpBlockingStatusApiResponse, GetIpBlockingStatusApiArg>({
        query: () => ({ url: `/api/v0/ip-blocking/status` }),
        providesTags: ['IpBlocking'],
      }),
      updateIpBlockingStatus: build.mutation<
        UpdateIpBlockingStatusApiResponse,
        UpdateIpBlockingStatusApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/status`,
          method: 'PATCH',
          body: queryArg.ipBlockingStatusInput,
        }),
        invalidatesTags: ['IpBlocking'],
      }),
      unbanIp: build.mutation<UnbanIpApiResponse, UnbanIpApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/unban`,
          method: 'POST',
          body: queryArg.unbanIpRequestInput,
        }),
        invalidatesTags: ['IpBlocking'],
      }),
      unbanAllIps: build.mutation<UnbanAllIpsApiResponse, UnbanAllIpsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/unban-all`,
          method: 'POST',
          body: queryArg.unbanAllIpsRequestInput,
        }),
        invalidatesTags: ['IpBlocking'],
      }),
      listWhitelist: build.query<ListWhitelistApiResponse, ListWhitelistApiArg>({
        query: () => ({ url: `/api/v0/ip-blocking/whitelist` }),
        providesTags: ['IpBlocking'],
      }),
      addToWhitelist: build.mutation<AddToWhitelistApiResponse, AddToWhitelistApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/whitelist`,
          method: 'PUT',
          body: queryArg.whitelistEntryInput,
        }),
        invalidatesTags: ['IpBlocking'],
      }),
      deleteFromWhitelist: build.mutation<
        DeleteFromWhitelistApiResponse,
        DeleteFromWhitelistApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/ip-blocking/whitelist/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['IpBlocking'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as ipBlockingApi }
export type ListBannedIpsApiResponse = /** status 200 Done. */ ListBannedIpsResponse
export type ListBannedIpsApiArg = {
  page?: number
  size?: number
  /** Part of an address. */
  search?: string
}
export type GetIpBlockingStatusApiResponse = /** status 200 Done. */ IpBlockingStatus
export type GetIpBlockingStatusApiArg = void
export type UpdateIpBlockingStatusApiResponse = /** status 200 Done. */ IpBlockingStatus
export type UpdateIpBlockingStatusApiArg = {
  ipBlockingStatusInput: IpBlockingStatusInput
}
export type UnbanIpApiResponse = /** status 200 Done. */ object
export type UnbanIpApiArg = {
  unbanIpRequestInput: UnbanIpRequestInput
}
export type UnbanAllIpsApiResponse = /** status 200 Done. */ UnbanAllIpsResponse
export type UnbanAllIpsApiArg = {
  unbanAllIpsRequestInput: UnbanAllIpsRequestInput
}
export type ListWhitelistApiResponse = /** status 200 Done. */ ListWhitelistResponse
export type ListWhitelistApiArg = void
export type AddToWhitelistApiResponse = /** status 200 Done. */ WhitelistEntry
export type AddToWhitelistApiArg = {
  whitelistEntryInput: WhitelistEntryInput
}
export type DeleteFromWhitelistApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteFromWhitelistApiArg = {
  id: number
}
export type BannedIp = {
  banned_at: string | null
  failures: number
  ip: string
  /** What was tried last: login, recovery, registration, token, second_factor. */
  reason: string
  until: string | null
}
export type ListBannedIpsResponse = {
  items: BannedIp[]
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
export type IpBlockingStatus = {
  /** Seconds, 60 to 2,592,000. */
  ban_seconds: number
  /** For reading: addresses that are banned now, and refusals of the last 24 hours. */
  banned_count: number
  is_enabled: boolean
  /** Failures from one address within the window after which it is banned, 3 to 10,000. */
  max_failures: number
  rejected_last_day: number
  /** Seconds, 60 to 86,400. */
  window_seconds: number
}
export type IpBlockingStatusInput = {
  /** Seconds, 60 to 2,592,000. */
  ban_seconds?: number
  /** For reading: addresses that are banned now, and refusals of the last 24 hours. */
  banned_count?: number
  is_enabled?: boolean
  /** Failures from one address within the window after which it is banned, 3 to 10,000. */
  max_failures?: number
  rejected_last_day?: number
  /** Seconds, 60 to 86,400. */
  window_seconds?: number
}
export type UnbanIpRequestInput = {
  ip?: string
}
export type UnbanAllIpsResponse = {
  unbanned: number
}
export type UnbanAllIpsRequestInput = {}
export type WhitelistEntry = {
  /** An address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
  address: string
  created_at: string | null
  description: string | null
  id: number
}
export type ListWhitelistResponse = {
  /** At most 500. */
  items: WhitelistEntry[]
}
export type WhitelistEntryInput = {
  /** An address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
  address?: string
  created_at?: string | null
  description?: string | null
  id?: number
}
export type DeleteResponse = {
  id: number
}
export const {
  useListBannedIpsQuery,
  useLazyListBannedIpsQuery,
  useGetIpBlockingStatusQuery,
  useLazyGetIpBlockingStatusQuery,
  useUpdateIpBlockingStatusMutation,
  useUnbanIpMutation,
  useUnbanAllIpsMutation,
  useListWhitelistQuery,
  useLazyListWhitelistQuery,
  useAddToWhitelistMutation,
  useDeleteFromWhitelistMutation,
} = injectedRtkApi
