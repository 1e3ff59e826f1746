import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Licenses'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listLicenses: build.query<ListLicensesApiResponse, ListLicensesApiArg>({
        query: () => ({ url: `/api/v0/licenses` }),
        providesTags: ['Licenses'],
      }),
      listFeatures: build.query<ListFeaturesApiResponse, ListFeaturesApiArg>({
        query: () => ({ url: `/api/v0/licenses/features` }),
        providesTags: ['Licenses'],
      }),
      getLicenseStatus: build.query<GetLicenseStatusApiResponse, GetLicenseStatusApiArg>({
        query: () => ({ url: `/api/v0/licenses/status` }),
        providesTags: ['Licenses'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as licensesApi }
export type ListLicensesApiResponse = /** status 200 Done. */ ListLicensesResponse
export type ListLicensesApiArg = void
export type ListFeaturesApiResponse = /** status 200 Done. */ ListFeaturesResponse
export type ListFeaturesApiArg = void
export type GetLicenseStatusApiResponse = /** status 200 Done. */ GetLicenseStatusResponse
export type GetLicenseStatusApiArg = void
export type License = {
  features: string[]
  id: number
  name: string
  /** basic, plus, trial or evaluation. */
  plan: string
  valid_from: string | null
  /** Null: no end. */
  valid_to: string | null
}
export type ListLicensesResponse = {
  items: License[]
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
export type Feature = {
  is_enabled: boolean
  /** Null: unlimited. */
  maximum: number | null
  /** As in the permission catalogue: sip, sip.trunks, identifier.guest, ... */
  name: string
}
export type ListFeaturesResponse = {
  items: Feature[]
}
export type LicenseStatus = 'normal' | 'no_license' | 'will_expire' | 'already_expired'
export type GetLicenseStatusResponse = {
  /** Days until the licence ends, or since it ended; null without an end. */
  days: number | null
  status: LicenseStatus | null
}
export const {
  useListLicensesQuery,
  useLazyListLicensesQuery,
  useListFeaturesQuery,
  useLazyListFeaturesQuery,
  useGetLicenseStatusQuery,
  useLazyGetLicenseStatusQuery,
} = injectedRtkApi
