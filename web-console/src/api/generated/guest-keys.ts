import { baseApi as api } from '../baseApi'
export const addTagTypes = ['GuestKeys'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      createGuestKey: build.mutation<CreateGuestKeyApiResponse, CreateGuestKeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-keys`,
          method: 'PUT',
          body: queryArg.guestKeyInput,
        }),
        invalidatesTags: ['GuestKeys'],
      }),
      getGuestKey: build.query<GetGuestKeyApiResponse, GetGuestKeyApiArg>({
        query: (queryArg) => ({ url: `/api/v0/guest-keys/${queryArg.id}` }),
        providesTags: ['GuestKeys'],
      }),
      updateGuestKey: build.mutation<UpdateGuestKeyApiResponse, UpdateGuestKeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-keys/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.guestKeyInput,
        }),
        invalidatesTags: ['GuestKeys'],
      }),
      revokeGuestKey: build.mutation<RevokeGuestKeyApiResponse, RevokeGuestKeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-keys/${queryArg.id}/revoke`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['GuestKeys'],
      }),
      sendGuestKey: build.mutation<SendGuestKeyApiResponse, SendGuestKeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-keys/${queryArg.id}/send`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['GuestKeys'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as guestKeysApi }
export type CreateGuestKeyApiResponse = /** status 200 Done. */ GuestKey
export type CreateGuestKeyApiArg = {
  guestKeyInput: GuestKeyInput
}
export type GetGuestKeyApiResponse = /** status 200 Done. */ GuestKey
export type GetGuestKeyApiArg = {
  id: number
}
export type UpdateGuestKeyApiResponse = /** status 200 Done. */ GuestKey
export type UpdateGuestKeyApiArg = {
  id: number
  guestKeyInput: GuestKeyInput
}
export type RevokeGuestKeyApiResponse = /** status 200 Done. */ GuestKey
export type RevokeGuestKeyApiArg = {
  id: number
  body: {}
}
export type SendGuestKeyApiResponse = /** status 200 Done. */ SendGuestKeyResponse
export type SendGuestKeyApiArg = {
  id: number
  body: {
    email?: string
  }
}
export type Ref = {
  id: number
  name: string
}
export type GuestType = 'guest' | 'courier'
export type GuestKeyHours = {
  /** Minutes since midnight, 0 to 1,439, and 1 to 1,440; with to_minute at or before from_minute the hours end on the next day. */
  from_minute: number
  to_minute: number
  /** 1 is Monday, 7 is Sunday; at least one. */
  weekdays: number[]
}
export type GuestKeyKind = 'qr' | 'access_code' | 'license_plate' | 'url'
export type GuestKeyState = 'scheduled' | 'active' | 'expired' | 'used_up' | 'revoked' | 'suspended'
export type GuestKey = {
  /** At least one, of GET /guest-access/access-rules. */
  access_rules: Ref[]
  created_at: string | null
  created_by_user: Ref | null
  domain: Ref | null
  guest_type: GuestType | null
  /** A recurring key opens only within these hours, in the site's zone, and only while the rules open, too. Doors ask the
    platform about it. Unset: at any time of its period. Not for plates, about which doors cannot ask. */
  hours: GuestKeyHours | null
  id: number
  /** Fixed when it is made. */
  kind: GuestKeyKind | null
  last_used_at: string | null
  /** The address of the open page, /guest-access/{key} at the platform's address. Only for its creator and its giver. */
  link: string
  /** Shown to the guest on the page of the link. */
  message: string
  /** 1 to 100 characters. */
  name: string
  /** The giver: the caller when unset, or a user that the caller may view. Fixed when it is made. */
  owner: Ref | null
  /** Visits, 1 to 9,999; 0: not limited. */
  pass_limit: number
  /** False: not limited in time. Of this and pass_limit at least one must limit the key. */
  period_restrict_active: boolean
  /** Now, when unset. */
  period_restrict_from: string | null
  /** Required when the period is active. */
  period_restrict_to: string | null
  revoked_at: string | null
  state: GuestKeyState | null
  updated_at: string | null
  /** Required for a plate. Digits made by the server for a code that is sent empty; made by the server for qr and url.
    Fixed when it is made. */
  value: string
  /** Visits so far, since the limit was set. */
  visits_used: number
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
export type GuestKeyHoursInput = {
  /** Minutes since midnight, 0 to 1,439, and 1 to 1,440; with to_minute at or before from_minute the hours end on the next day. */
  from_minute?: number
  to_minute?: number
  /** 1 is Monday, 7 is Sunday; at least one. */
  weekdays?: number[]
}
export type GuestKeyInput = {
  /** At least one, of GET /guest-access/access-rules. */
  access_rules?: RefInput[]
  created_at?: string | null
  created_by_user?: RefInput | null
  domain?: RefInput | null
  guest_type?: GuestType | null
  /** A recurring key opens only within these hours, in the site's zone, and only while the rules open, too. Doors ask the
    platform about it. Unset: at any time of its period. Not for plates, about which doors cannot ask. */
  hours?: GuestKeyHoursInput | null
  id?: number
  /** Fixed when it is made. */
  kind?: GuestKeyKind | null
  last_used_at?: string | null
  /** The address of the open page, /guest-access/{key} at the platform's address. Only for its creator and its giver. */
  link?: string
  /** Shown to the guest on the page of the link. */
  message?: string
  /** 1 to 100 characters. */
  name?: string
  /** The giver: the caller when unset, or a user that the caller may view. Fixed when it is made. */
  owner?: RefInput | null
  /** Visits, 1 to 9,999; 0: not limited. */
  pass_limit?: number
  /** False: not limited in time. Of this and pass_limit at least one must limit the key. */
  period_restrict_active?: boolean
  /** Now, when unset. */
  period_restrict_from?: string | null
  /** Required when the period is active. */
  period_restrict_to?: string | null
  revoked_at?: string | null
  state?: GuestKeyState | null
  updated_at?: string | null
  /** Required for a plate. Digits made by the server for a code that is sent empty; made by the server for qr and url.
    Fixed when it is made. */
  value?: string
  /** Visits so far, since the limit was set. */
  visits_used?: number
}
export type SendGuestKeyResponse = {}
export const {
  useCreateGuestKeyMutation,
  useGetGuestKeyQuery,
  useLazyGetGuestKeyQuery,
  useUpdateGuestKeyMutation,
  useRevokeGuestKeyMutation,
  useSendGuestKeyMutation,
} = injectedRtkApi
