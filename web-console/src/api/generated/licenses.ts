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
      addCloudLicense: build.mutation<AddCloudLicenseApiResponse, AddCloudLicenseApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/licenses/cloud`,
          method: 'POST',
          body: queryArg.addCloudLicenseRequestInput,
        }),
        invalidatesTags: ['Licenses'],
      }),
      listFeatures: build.query<ListFeaturesApiResponse, ListFeaturesApiArg>({
        query: () => ({ url: `/api/v0/licenses/features` }),
        providesTags: ['Licenses'],
      }),
      getLicenseStatus: build.query<GetLicenseStatusApiResponse, GetLicenseStatusApiArg>({
        query: () => ({ url: `/api/v0/licenses/status` }),
        providesTags: ['Licenses'],
      }),
      deleteLicense: build.mutation<DeleteLicenseApiResponse, DeleteLicenseApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/licenses/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Licenses'],
      }),
      previewLicenseEnd: build.query<PreviewLicenseEndApiResponse, PreviewLicenseEndApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/licenses/${queryArg.id}/end-preview`,
        }),
        providesTags: ['Licenses'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as licensesApi }
export type ListLicensesApiResponse = /** status 200 Done. */ ListLicensesResponse
export type ListLicensesApiArg = void
export type AddCloudLicenseApiResponse = /** status 200 Done. */ License
export type AddCloudLicenseApiArg = {
  addCloudLicenseRequestInput: AddCloudLicenseRequestInput
}
export type ListFeaturesApiResponse = /** status 200 Done. */ ListFeaturesResponse
export type ListFeaturesApiArg = void
export type GetLicenseStatusApiResponse = /** status 200 Done. */ GetLicenseStatusResponse
export type GetLicenseStatusApiArg = void
export type DeleteLicenseApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteLicenseApiArg = {
  id: number
}
export type PreviewLicenseEndApiResponse = /** status 200 Done. */ LicenseEndPreview
export type PreviewLicenseEndApiArg = {
  id: number
}
export type LicenseCounts = {
  mobile_app: number | null
  sip: number | null
  ukey2: number | null
}
export type LicenseState = 'future' | 'active' | 'ending' | 'disabled'
export type License = {
  counts: LicenseCounts | null
  customer: string
  /** Whole days until its end, or since it; null without an end. */
  days: number | null
  features: string[]
  id: number
  issued_at: string | null
  name: string
  /** Of each account. */
  per_user: LicenseCounts | null
  /** basic, plus, trial or evaluation. */
  plan: string
  /** Why the licence server last said nothing; empty when it answered. */
  refresh_error: string
  /** When the licence server last said that it holds; null for one from a file. */
  refreshed_at: string | null
  /** When the licence server took it back. */
  revoked_at: string | null
  /** evaluation, file or cloud. */
  source: string
  state: LicenseState | null
  /** In the file; empty for the evaluation licence. */
  uid: string
  valid_from: string | null
  /** Null: no end. */
  valid_to: string | null
}
export type ListLicensesResponse = {
  instance_id: string
  items: License[]
  /** A licence is ordered for one of these. */
  project_uid: string
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
export type AddCloudLicenseRequestInput = {
  /** As the dealer received it: 25 characters in groups, letters and digits. */
  key?: string
}
export type Feature = {
  /** Its licence has ended; what exists goes on until then, and nothing new is made. */
  grace_until: string | null
  is_enabled: boolean
  /** Null: unlimited. */
  maximum: number | null
  /** As in the permission catalogue: sip, sip.trunks, identifier.guest, ... */
  name: string
  /** Of features that are counted: sip, mobile_app and ukey2. */
  used: number | null
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
export type DeleteResponse = {
  id: number
}
export type LicenseEndCount = {
  /** sip, mobile_app or ukey2. */
  kind: string
  /** Null: unlimited. */
  maximum: number | null
  /** How many would be suspended at once, the newest; of ukey2 those beyond `maximum` after the grace. */
  suspended: number
  used: number
}
export type LicenseEndPreview = {
  counts: LicenseEndCount[]
  /** Null without an end. */
  ends_at: string | null
  /** Features that no other licence has. */
  features: string[]
  grace_days: number
  /** Those of them that go on for what exists, for license_grace_days. */
  grace_features: string[]
}
export const {
  useListLicensesQuery,
  useLazyListLicensesQuery,
  useAddCloudLicenseMutation,
  useListFeaturesQuery,
  useLazyListFeaturesQuery,
  useGetLicenseStatusQuery,
  useLazyGetLicenseStatusQuery,
  useDeleteLicenseMutation,
  usePreviewLicenseEndQuery,
  useLazyPreviewLicenseEndQuery,
} = injectedRtkApi
