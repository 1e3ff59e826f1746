import { baseApi as api } from '../baseApi'
export const addTagTypes = ['GuestAccess'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listGuestAccessRules: build.query<
        ListGuestAccessRulesApiResponse,
        ListGuestAccessRulesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/guest-access/access-rules`,
          params: {
            owner_id: queryArg.ownerId,
          },
        }),
        providesTags: ['GuestAccess'],
      }),
      getGuestAccess: build.query<GetGuestAccessApiResponse, GetGuestAccessApiArg>({
        query: (queryArg) => ({ url: `/api/v0/guest-access/${queryArg.key}` }),
        providesTags: ['GuestAccess'],
      }),
      openGuestDoor: build.mutation<OpenGuestDoorApiResponse, OpenGuestDoorApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/guest-access/${queryArg.key}/open`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['GuestAccess'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as guestAccessApi }
export type ListGuestAccessRulesApiResponse = /** status 200 Done. */ ListGuestAccessRulesResponse
export type ListGuestAccessRulesApiArg = {
  /** The giver, a user that the caller may view; the caller when unset. */
  ownerId?: number
}
export type GetGuestAccessApiResponse = /** status 200 Done. */ GuestPage
export type GetGuestAccessApiArg = {
  /** As in the link. */
  key: string
}
export type OpenGuestDoorApiResponse = /** status 200 Done. */ OpenGuestDoorResponse
export type OpenGuestDoorApiArg = {
  key: string
  body: {
    /** Of GuestDoor. */
    device_token?: string
  }
}
export type Ref = {
  id: number
  name: string
}
export type GuestAccessRule = {
  /** Names of its doors. */
  doors: string[]
  id: number
  name: string
  /** Its schedules; none: at any time. */
  time_rules: Ref[]
}
export type ListGuestAccessRulesResponse = {
  items: GuestAccessRule[]
  /** What a key of this giver may have at most; null where there is no limit. */
  max_passes_count: number | null
  max_period_days: number | null
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
export type GuestDoor = {
  name: string
  /** When the door opens next by its schedule: it does not now. The token is empty then. */
  next_opens: string | null
  /** False: the door is not connected now. */
  online: boolean
  /** Opens this door once; good for 15 minutes. A new page has new ones. */
  token: string
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
export type GuestPage = {
  /** Doors that open now; none while the key does not open. */
  doors: GuestDoor[]
  /** An address that puts the key into the Google Wallet; empty where there is none. */
  google_wallet_link: string
  guest_type: GuestType | null
  /** Whether there is a pass for the Apple Wallet. */
  has_wallet_pass: boolean
  /** The hours of a recurring key. */
  hours: GuestKeyHours | null
  kind: GuestKeyKind | null
  message: string
  site_address: string
  site_logo: string
  /** Of the group of the key, else of the project: the white label's name, logo and address where it has them. */
  site_name: string
  site_phone: string
  /** scheduled, active, expired, used_up or suspended. */
  state: GuestKeyState | null
  /** IANA name of the site's zone. */
  time_zone: string
  valid_from: string | null
  valid_to: string | null
  /** What is drawn as a QR code, or shown as a code or a plate; empty for url, and once the key opens no more. */
  value: string
  /** Until when a visit that has begun goes on; doors open in it without another one. Null outside a visit. */
  visit_ends_at: string | null
  /** Null: not limited. */
  visits_left: number | null
}
export type OpenGuestDoorResponse = {
  /** Takes the place of the token that is spent; empty when the door opens no more. */
  next_token: string
  /** The door said that it opened. */
  opened: boolean
  visit_ends_at: string | null
  visits_left: number | null
}
export const {
  useListGuestAccessRulesQuery,
  useLazyListGuestAccessRulesQuery,
  useGetGuestAccessQuery,
  useLazyGetGuestAccessQuery,
  useOpenGuestDoorMutation,
} = injectedRtkApi
