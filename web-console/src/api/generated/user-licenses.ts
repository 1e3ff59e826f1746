import { baseApi as api } from '../baseApi'
export const addTagTypes = ['UserLicenses'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getUserLicense: build.query<GetUserLicenseApiResponse, GetUserLicenseApiArg>({
        query: (queryArg) => ({ url: `/api/v0/users/${queryArg.id}/licenses` }),
        providesTags: ['UserLicenses'],
      }),
      updateUserLicense: build.mutation<UpdateUserLicenseApiResponse, UpdateUserLicenseApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/users/${queryArg.id}/licenses`,
          method: 'PATCH',
          body: queryArg.userLicenseInput,
        }),
        invalidatesTags: ['UserLicenses'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as userLicensesApi }
export type GetUserLicenseApiResponse = /** status 200 Done. */ UserLicense
export type GetUserLicenseApiArg = {
  id: number
}
export type UpdateUserLicenseApiResponse = /** status 200 Done. */ UserLicense
export type UpdateUserLicenseApiArg = {
  id: number
  userLicenseInput: UserLicenseInput
}
export type LicenseCounts = {
  mobile_app: number | null
  sip: number | null
  ukey2: number | null
}
export type Ref = {
  id: number
  name: string
}
export type UserLicense = {
  available_features: string[]
  /** How many the user may have at most; null: as many as the groups of the user. */
  counts: LicenseCounts | null
  /** Features that are on for the user: those of their groups that are not switched off for them. */
  features: string[]
  /** What the licence gives each account; counts are at most these. */
  per_user: LicenseCounts | null
  user: Ref | null
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
export type LicenseCountsInput = {
  mobile_app?: number | null
  sip?: number | null
  ukey2?: number | null
}
export type RefInput = {
  id?: number
  name?: string
}
export type UserLicenseInput = {
  available_features?: string[]
  /** How many the user may have at most; null: as many as the groups of the user. */
  counts?: LicenseCountsInput | null
  /** Features that are on for the user: those of their groups that are not switched off for them. */
  features?: string[]
  /** What the licence gives each account; counts are at most these. */
  per_user?: LicenseCountsInput | null
  user?: RefInput | null
}
export const { useGetUserLicenseQuery, useLazyGetUserLicenseQuery, useUpdateUserLicenseMutation } =
  injectedRtkApi
