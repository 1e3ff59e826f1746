import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Identifiers'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listIdentifiers: build.query<ListIdentifiersApiResponse, ListIdentifiersApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
            only_guest: queryArg.onlyGuest,
          },
        }),
        providesTags: ['Identifiers'],
      }),
      createIdentifier: build.mutation<CreateIdentifierApiResponse, CreateIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers`,
          method: 'PUT',
          body: queryArg.identifierInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      deleteAllIdentifiers: build.mutation<
        DeleteAllIdentifiersApiResponse,
        DeleteAllIdentifiersApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      continueIdentifierImport: build.mutation<
        ContinueIdentifierImportApiResponse,
        ContinueIdentifierImportApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/import/continue`,
          method: 'POST',
          body: queryArg.continueIdentifierImportRequestInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      deleteIdentifier: build.mutation<DeleteIdentifierApiResponse, DeleteIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Identifiers'],
      }),
      getIdentifier: build.query<GetIdentifierApiResponse, GetIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Identifiers'],
      }),
      updateIdentifier: build.mutation<UpdateIdentifierApiResponse, UpdateIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.identifierInput,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      listIdentifierDevices: build.query<
        ListIdentifierDevicesApiResponse,
        ListIdentifierDevicesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/devices`,
        }),
        providesTags: ['Identifiers'],
      }),
      retryIdentifierDevice: build.mutation<
        RetryIdentifierDeviceApiResponse,
        RetryIdentifierDeviceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/devices/${queryArg.deviceId}/retry`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      getIdentifierWalletLink: build.query<
        GetIdentifierWalletLinkApiResponse,
        GetIdentifierWalletLinkApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/google-wallet`,
        }),
        providesTags: ['Identifiers'],
      }),
      revokeIdentifier: build.mutation<RevokeIdentifierApiResponse, RevokeIdentifierApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/identifiers/${queryArg.id}/revoke`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Identifiers'],
      }),
      getWallets: build.query<GetWalletsApiResponse, GetWalletsApiArg>({
        query: () => ({ url: `/api/v0/wallets` }),
        providesTags: ['Identifiers'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as identifiersApi }
export type ListIdentifiersApiResponse = /** status 200 Done. */ ListIdentifiersResponse
export type ListIdentifiersApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, type, value, is_active, owner_id, owner_type, domain_id, within_domain_id,
    created_at, revoked_at, period_restrict_to, origin. */
  filters?: string
  with?: string[]
  search?: string
  /** Only guests' identifiers (also as onlyGuest). */
  onlyGuest?: boolean
}
export type CreateIdentifierApiResponse = /** status 200 Done. */ Identifier
export type CreateIdentifierApiArg = {
  identifierInput: IdentifierInput
}
export type DeleteAllIdentifiersApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllIdentifiersApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type ContinueIdentifierImportApiResponse =
  /** status 200 Done. */ ContinueIdentifierImportResponse
export type ContinueIdentifierImportApiArg = {
  continueIdentifierImportRequestInput: ContinueIdentifierImportRequestInput
}
export type DeleteIdentifierApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteIdentifierApiArg = {
  id: number
}
export type GetIdentifierApiResponse = /** status 200 Done. */ Identifier
export type GetIdentifierApiArg = {
  id: number
  with?: string[]
}
export type UpdateIdentifierApiResponse = /** status 200 Done. */ Identifier
export type UpdateIdentifierApiArg = {
  id: number
  identifierInput: IdentifierInput
}
export type ListIdentifierDevicesApiResponse = /** status 200 Done. */ ListIdentifierDevicesResponse
export type ListIdentifierDevicesApiArg = {
  id: number
}
export type RetryIdentifierDeviceApiResponse = /** status 200 Done. */ RetryIdentifierDeviceResponse
export type RetryIdentifierDeviceApiArg = {
  id: number
  deviceId: number
  body: {}
}
export type GetIdentifierWalletLinkApiResponse = /** status 200 Done. */ WalletLink
export type GetIdentifierWalletLinkApiArg = {
  id: number
}
export type RevokeIdentifierApiResponse = /** status 200 Done. */ Identifier
export type RevokeIdentifierApiArg = {
  id: number
  body: {}
}
export type GetWalletsApiResponse = /** status 200 Done. */ Wallets
export type GetWalletsApiArg = void
export type Ref = {
  id: number
  name: string
}
export type IdentifierOrigin = 'manual' | 'import' | 'structure' | 'guest' | 'reservation' | 'ukey2'
export type OwnerType = 'owner' | 'guest'
export type IdentifierType =
  | 'card'
  | 'ukey'
  | 'ukey2'
  | 'access_code'
  | 'qr'
  | 'face'
  | 'license_plate'
export type Identifier = {
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  /** The group that it counts to: its owner's first. */
  domain: Ref | null
  /** A recurring guest key: it opens only in hours of its own, besides the schedules of rules. For reading only. */
  has_own_hours: boolean
  id: number
  /** True for a new one that does not say. */
  is_active: boolean
  /** UUID under which devices hold it. */
  link_id: string
  /** 1 to 100 characters. */
  name: string
  /** For reading only. */
  origin: IdentifierOrigin | null
  /** What it comes from, as a reservation; unique for each origin in a project. For reading only. */
  origin_ref: string | null
  /** The user it belongs to. */
  owner: Ref | null
  /** The owner's own for a new one that does not say. */
  owner_type: OwnerType | null
  passes_restrict_active: boolean
  /** 1 to 99999; 1 for a new one that does not say. */
  passes_restrict_max_count: number
  /** Times that it has opened a door since the limit was set, as far as doors have told. For reading only. */
  passes_restrict_passes_count: number
  period_restrict_active: boolean
  period_restrict_from: string | null
  period_restrict_to: string | null
  /** Of a face: when its photo was taken over. A face without a photo is on no list. For reading only. */
  photo_taken_at: string | null
  /** Set when it was revoked. */
  revoked_at: string | null
  /** A card for a new one that does not say. */
  type: IdentifierType | null
  updated_at: string | null
  /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. A new access code
    or QR code without one gets one. */
  value: string
  /** Cards only: both forms, for showing. */
  value_dec: string | null
  value_hex: string | null
}
export type ListIdentifiersResponse = {
  items: Identifier[]
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
export type IdentifierInput = {
  access_rules?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  /** The group that it counts to: its owner's first. */
  domain?: RefInput | null
  /** A recurring guest key: it opens only in hours of its own, besides the schedules of rules. For reading only. */
  has_own_hours?: boolean
  id?: number
  /** True for a new one that does not say. */
  is_active?: boolean
  /** UUID under which devices hold it. */
  link_id?: string
  /** 1 to 100 characters. */
  name?: string
  /** For reading only. */
  origin?: IdentifierOrigin | null
  /** What it comes from, as a reservation; unique for each origin in a project. For reading only. */
  origin_ref?: string | null
  /** The user it belongs to. */
  owner?: RefInput | null
  /** The owner's own for a new one that does not say. */
  owner_type?: OwnerType | null
  passes_restrict_active?: boolean
  /** 1 to 99999; 1 for a new one that does not say. */
  passes_restrict_max_count?: number
  /** Times that it has opened a door since the limit was set, as far as doors have told. For reading only. */
  passes_restrict_passes_count?: number
  period_restrict_active?: boolean
  period_restrict_from?: string | null
  period_restrict_to?: string | null
  /** Of a face: when its photo was taken over. A face without a photo is on no list. For reading only. */
  photo_taken_at?: string | null
  /** Set when it was revoked. */
  revoked_at?: string | null
  /** A card for a new one that does not say. */
  type?: IdentifierType | null
  updated_at?: string | null
  /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. A new access code
    or QR code without one gets one. */
  value?: string
  /** Cards only: both forms, for showing. */
  value_dec?: string | null
  value_hex?: string | null
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
export type ContinueIdentifierImportResponse = {
  created: number
  replaced: number
  skipped: number
}
export type ImportAction = 'skip' | 'replace'
export type ContinueIdentifierImportRequestInput = {
  action?: ImportAction | null
  filepath?: string
}
export type DeleteResponse = {
  id: number
}
export type IdentifierDeviceState = 'held' | 'waiting' | 'refused' | 'asks_online'
export type IdentifierDevice = {
  /** Of the confirmation, of the refusal, or since when it waits. */
  at: string | null
  device: Ref | null
  is_online: boolean
  /** Why it is refused: the device's word (as of a sync error), unsupported_type or device_full; or why it asks:
    prohibited_at_times, schedules_differ_by_lock, locks_not_selectable, schedule_in_another_zone. */
  reason: string | null
  state: IdentifierDeviceState | null
}
export type ListIdentifierDevicesResponse = {
  held: number
  /** Of the devices that the caller sees, by name; at most 500. */
  items: IdentifierDevice[]
  /** Over all devices: those that should hold it, and those of them that do. */
  wanted: number
}
export type RetryIdentifierDeviceResponse = {}
export type WalletLink = {
  url: string
}
export type Wallets = {
  apple: boolean
  google: boolean
}
export const {
  useListIdentifiersQuery,
  useLazyListIdentifiersQuery,
  useCreateIdentifierMutation,
  useDeleteAllIdentifiersMutation,
  useContinueIdentifierImportMutation,
  useDeleteIdentifierMutation,
  useGetIdentifierQuery,
  useLazyGetIdentifierQuery,
  useUpdateIdentifierMutation,
  useListIdentifierDevicesQuery,
  useLazyListIdentifierDevicesQuery,
  useRetryIdentifierDeviceMutation,
  useGetIdentifierWalletLinkQuery,
  useLazyGetIdentifierWalletLinkQuery,
  useRevokeIdentifierMutation,
  useGetWalletsQuery,
  useLazyGetWalletsQuery,
} = injectedRtkApi
