import { baseApi as api } from '../baseApi'
export const addTagTypes = ['GroupLicenses'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getGroupLicense: build.query<GetGroupLicenseApiResponse, GetGroupLicenseApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/licenses`,
        }),
        providesTags: ['GroupLicenses'],
      }),
      updateGroupLicense: build.mutation<UpdateGroupLicenseApiResponse, UpdateGroupLicenseApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/domains/${queryArg.id}/licenses`,
          method: 'PATCH',
          body: queryArg.groupLicenseInput,
        }),
        invalidatesTags: ['GroupLicenses'],
      }),
      listGroupLicenses: build.query<ListGroupLicensesApiResponse, ListGroupLicensesApiArg>({
        query: () => ({ url: `/api/v0/licenses/groups` }),
        providesTags: ['GroupLicenses'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as groupLicensesApi }
export type GetGroupLicenseApiResponse = /** status 200 Done. */ GroupLicense
export type GetGroupLicenseApiArg = {
  id: number
}
export type UpdateGroupLicenseApiResponse = /** status 200 Done. */ GroupLicense
export type UpdateGroupLicenseApiArg = {
  id: number
  groupLicenseInput: GroupLicenseInput
}
export type ListGroupLicensesApiResponse = /** status 200 Done. */ ListGroupLicensesResponse
export type ListGroupLicensesApiArg = void
export type LicenseCounts = {
  mobile_app: number | null
  sip: number | null
  ukey2: number | null
}
export type Ref = {
  id: number
  name: string
}
export type LicenseReminder = {
  is_enabled: boolean
  /** once, everyday, week, 30_days or never; everyday where absent. */
  mode: string
  /** Days, 1 to 365; 14 where absent. */
  notify_before: number
}
export type LicenseQuota = {
  /** What may still be given or used; null: unlimited. */
  free: number | null
  /** More is used or given than there is: nothing is added until that ends. */
  is_over_limit: boolean
  /** sip, mobile_app or ukey2. */
  kind: string
  /** Null: unlimited. */
  maximum: number | null
  /** Given to groups below it with limits of their own, and not used there. */
  reserved: number
  /** By the group and everything below it. */
  used: number
}
export type LicensePeriod = {
  from: string | null
  /** Without it the period of the group above holds. */
  is_active: boolean
  to: string | null
}
export type GroupLicense = {
  /** Features that the group could have at most: those of the group above. */
  available_features: string[]
  /** Null: unlimited, which is possible only below something unlimited. */
  counts: LicenseCounts | null
  domain: Ref | null
  /** Features of the group; those of the group above where it has no limits of its own. */
  features: string[]
  /** Whether the group has limits of its own; else it shares those of the nearest group above that has. */
  is_active: boolean
  notifications: LicenseReminder | null
  /** The nearest group above with limits of its own; null for the project. */
  parent: Ref | null
  /** How many a user of the group may have. */
  per_user: LicenseCounts | null
  quotas: LicenseQuota[]
  restrict_period: LicensePeriod | null
  /** active, ending or disabled. */
  status: string
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
export type LicenseReminderInput = {
  is_enabled?: boolean
  /** once, everyday, week, 30_days or never; everyday where absent. */
  mode?: string
  /** Days, 1 to 365; 14 where absent. */
  notify_before?: number
}
export type LicenseQuotaInput = {
  /** What may still be given or used; null: unlimited. */
  free?: number | null
  /** More is used or given than there is: nothing is added until that ends. */
  is_over_limit?: boolean
  /** sip, mobile_app or ukey2. */
  kind?: string
  /** Null: unlimited. */
  maximum?: number | null
  /** Given to groups below it with limits of their own, and not used there. */
  reserved?: number
  /** By the group and everything below it. */
  used?: number
}
export type LicensePeriodInput = {
  from?: string | null
  /** Without it the period of the group above holds. */
  is_active?: boolean
  to?: string | null
}
export type GroupLicenseInput = {
  /** Features that the group could have at most: those of the group above. */
  available_features?: string[]
  /** Null: unlimited, which is possible only below something unlimited. */
  counts?: LicenseCountsInput | null
  domain?: RefInput | null
  /** Features of the group; those of the group above where it has no limits of its own. */
  features?: string[]
  /** Whether the group has limits of its own; else it shares those of the nearest group above that has. */
  is_active?: boolean
  notifications?: LicenseReminderInput | null
  /** The nearest group above with limits of its own; null for the project. */
  parent?: RefInput | null
  /** How many a user of the group may have. */
  per_user?: LicenseCountsInput | null
  quotas?: LicenseQuotaInput[]
  restrict_period?: LicensePeriodInput | null
  /** active, ending or disabled. */
  status?: string
}
export type ListGroupLicensesResponse = {
  /** Parents before children; the project itself first, for whoever sees all groups: its domain is null. */
  items: GroupLicense[]
  total: number
}
export const {
  useGetGroupLicenseQuery,
  useLazyGetGroupLicenseQuery,
  useUpdateGroupLicenseMutation,
  useListGroupLicensesQuery,
  useLazyListGroupLicensesQuery,
} = injectedRtkApi
