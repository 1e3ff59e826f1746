import { baseApi } from './baseApi'
import type { Permission } from './generated/permissions'
import type { Id, Ref } from './types'

export type TimeFormat = 'DD-MM-YYYY' | 'MM-DD-YYYY' | 'YYYY-MM-DD'
export type Locale = 'en' | 'ru'

/** The signed-in user. */
export interface Profile {
  id: Id
  email: string
  name: string
  locale: Locale
  avatar_url: string | null
  role: { id: Id; name: string; permissions: Permission[] }
  /** Groups the user belongs to. */
  domains: Ref[]
  project: { id: Id; uid: string; name: string; description: string }
  /** Features that are on for the server and for this user. */
  license_info: { features: string[] }
  profile: ProfileDetails
}

export interface ProfileDetails {
  address: string | null
  phone: string | null
  /** IANA name; empty means the project's zone. */
  time_zone: string
  time_format: TimeFormat
  /** How card numbers are shown. */
  identifier_format: 'dec' | 'hex'
  sip_number: string | null
  is_app_popup_active: boolean
}

export interface ProfileInput {
  name?: string
  locale?: Locale
  profile?: Partial<Omit<ProfileDetails, 'sip_number' | 'is_app_popup_active'>>
}

export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      query: () => '/profile',
      providesTags: ['Profile'],
    }),
    updateProfile: build.mutation<Profile, ProfileInput>({
      query: (body) => ({ url: '/profile', method: 'PATCH', body }),
      invalidatesTags: (_profile, error) => (error ? [] : ['Profile']),
    }),
  }),
})

export const { useGetProfileQuery, useUpdateProfileMutation } = profileApi
