import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Profiles'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      deleteProfile: build.mutation<DeleteProfileApiResponse, DeleteProfileApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile`,
          method: 'DELETE',
          body: queryArg.deleteProfileRequestInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
        query: () => ({ url: `/api/v0/profile` }),
        providesTags: ['Profiles'],
      }),
      updateProfile: build.mutation<UpdateProfileApiResponse, UpdateProfileApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile`,
          method: 'PATCH',
          body: queryArg.profileInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      deleteProfileAvatar: build.mutation<
        DeleteProfileAvatarApiResponse,
        DeleteProfileAvatarApiArg
      >({
        query: () => ({ url: `/api/v0/profile/avatar`, method: 'DELETE' }),
        invalidatesTags: ['Profiles'],
      }),
      setMobileAppPopup: build.mutation<SetMobileAppPopupApiResponse, SetMobileAppPopupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/mobile-app-popup`,
          method: 'PATCH',
          body: queryArg.setMobileAppPopupRequestInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      changeProfilePassword: build.mutation<
        ChangeProfilePasswordApiResponse,
        ChangeProfilePasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/profile/password`,
          method: 'POST',
          body: queryArg.changeProfilePasswordRequestInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      listOwnSessions: build.query<ListOwnSessionsApiResponse, ListOwnSessionsApiArg>({
        query: () => ({ url: `/api/v0/profile/sessions` }),
        providesTags: ['Profiles'],
      }),
      revokeOtherSessions: build.mutation<
        RevokeOtherSessionsApiResponse,
        RevokeOtherSessionsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/profile/sessions/revoke-others`,
          method: 'POST',
          body: queryArg.revokeOtherSessionsRequestInput,
        }),
        invalidatesTags: ['Profiles'],
      }),
      revokeOwnSession: build.mutation<RevokeOwnSessionApiResponse, RevokeOwnSessionApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/profile/sessions/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Profiles'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as profilesApi }
export type DeleteProfileApiResponse = /** status 200 Done. */ object
export type DeleteProfileApiArg = {
  deleteProfileRequestInput: DeleteProfileRequestInput
}
export type GetProfileApiResponse = /** status 200 Done. */ Profile
export type GetProfileApiArg = void
export type UpdateProfileApiResponse = /** status 200 Done. */ Profile
export type UpdateProfileApiArg = {
  profileInput: ProfileInput
}
export type DeleteProfileAvatarApiResponse = /** status 200 Done. */ object
export type DeleteProfileAvatarApiArg = void
export type SetMobileAppPopupApiResponse = /** status 200 Done. */ object
export type SetMobileAppPopupApiArg = {
  setMobileAppPopupRequestInput: SetMobileAppPopupRequestInput
}
export type ChangeProfilePasswordApiResponse = /** status 200 Done. */ object
export type ChangeProfilePasswordApiArg = {
  changeProfilePasswordRequestInput: ChangeProfilePasswordRequestInput
}
export type ListOwnSessionsApiResponse = /** status 200 Done. */ ListOwnSessionsResponse
export type ListOwnSessionsApiArg = void
export type RevokeOtherSessionsApiResponse = /** status 200 Done. */ RevokeOtherSessionsResponse
export type RevokeOtherSessionsApiArg = {
  revokeOtherSessionsRequestInput: RevokeOtherSessionsRequestInput
}
export type RevokeOwnSessionApiResponse = /** status 200 Done. */ object
export type RevokeOwnSessionApiArg = {
  id: number
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
export type DeleteProfileRequestInput = {
  /** The account's password, where it has one. */
  password?: string
}
export type Ref = {
  id: number
  name: string
}
export type LicenseInfo = {
  features: string[]
}
export type ProfileDetails = {
  address: string | null
  /** dec or hex: how card numbers are shown. */
  identifier_format: string
  is_app_popup_active: boolean
  phone: string | null
  project_id: number
  sip_number: string | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
  time_format: string
  /** IANA name; empty means the project's zone. */
  time_zone: string
}
export type Project = {
  description: string
  id: number
  /** Whether a dealer's support session leads there. */
  is_support: boolean
  name: string
  /** Public identifier, a UUID. */
  uid: string
}
export type ProfileRole = {
  id: number
  name: string
  permissions: string[]
}
export type Profile = {
  avatar_url: string | null
  domains: Ref[]
  email: string
  id: number
  /** Whether the account manages projects as a dealer. */
  is_dealer: boolean
  is_invited: boolean
  /** The session is a dealer's support session. */
  is_support: boolean
  /** The e-mail was proved to be theirs: by a confirmation, an invitation's link, a recovery or the sign-in provider. */
  is_verified: boolean
  license_info: LicenseInfo | null
  /** One of the project's languages. One that the project has given up since stays until another is chosen. */
  locale: string
  /** The project's languages, for reading: those to choose from. */
  locales: string[]
  name: string
  profile: ProfileDetails | null
  project: Project | null
  role: ProfileRole | null
}
export type RefInput = {
  id?: number
  name?: string
}
export type LicenseInfoInput = {
  features?: string[]
}
export type ProfileDetailsInput = {
  address?: string | null
  /** dec or hex: how card numbers are shown. */
  identifier_format?: string
  is_app_popup_active?: boolean
  phone?: string | null
  project_id?: number
  sip_number?: string | null
  /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
  time_format?: string
  /** IANA name; empty means the project's zone. */
  time_zone?: string
}
export type ProjectInput = {
  description?: string
  id?: number
  /** Whether a dealer's support session leads there. */
  is_support?: boolean
  name?: string
  /** Public identifier, a UUID. */
  uid?: string
}
export type ProfileRoleInput = {
  id?: number
  name?: string
  permissions?: string[]
}
export type ProfileInput = {
  avatar_url?: string | null
  domains?: RefInput[]
  email?: string
  id?: number
  /** Whether the account manages projects as a dealer. */
  is_dealer?: boolean
  is_invited?: boolean
  /** The session is a dealer's support session. */
  is_support?: boolean
  /** The e-mail was proved to be theirs: by a confirmation, an invitation's link, a recovery or the sign-in provider. */
  is_verified?: boolean
  license_info?: LicenseInfoInput | null
  /** One of the project's languages. One that the project has given up since stays until another is chosen. */
  locale?: string
  /** The project's languages, for reading: those to choose from. */
  locales?: string[]
  name?: string
  profile?: ProfileDetailsInput | null
  project?: ProjectInput | null
  role?: ProfileRoleInput | null
}
export type SetMobileAppPopupRequestInput = {
  is_app_popup_active?: boolean
}
export type ChangeProfilePasswordRequestInput = {
  /** 8 to 256 characters. */
  new_password?: string
  old_password?: string
}
export type VestibuleIdentityV1MobileClient524 = {
  auth_at: string | null
  id: number
  info: string
  /** ios or android. */
  platform: string
  sip_number: string | null
  ukey2: string | null
  vendor_id: string
}
export type OwnSession = {
  created_at: string | null
  expires_at: string | null
  id: number
  ip: string
  /** The session that asks. */
  is_current: boolean
  mobile_client: VestibuleIdentityV1MobileClient524 | null
  /** To which it is a session. */
  project: Ref | null
  refreshed_at: string | null
  /** As the browser or application names itself. */
  user_agent: string
}
export type ListOwnSessionsResponse = {
  /** At most 500. */
  items: OwnSession[]
}
export type RevokeOtherSessionsResponse = {
  revoked: number
}
export type RevokeOtherSessionsRequestInput = {}
export const {
  useDeleteProfileMutation,
  useGetProfileQuery,
  useLazyGetProfileQuery,
  useUpdateProfileMutation,
  useDeleteProfileAvatarMutation,
  useSetMobileAppPopupMutation,
  useChangeProfilePasswordMutation,
  useListOwnSessionsQuery,
  useLazyListOwnSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeOwnSessionMutation,
} = injectedRtkApi
