import { baseApi as api } from '../baseApi'
export const addTagTypes = ['LicenseReports'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getLicensesOverPeriod: build.query<
        GetLicensesOverPeriodApiResponse,
        GetLicensesOverPeriodApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/reports/licenses/period`,
          params: {
            domain_id: queryArg.domainId,
            from: queryArg['from'],
            to: queryArg.to,
          },
        }),
        providesTags: ['LicenseReports'],
      }),
      listUsedLicenses: build.query<ListUsedLicensesApiResponse, ListUsedLicensesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/reports/licenses/used`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            search: queryArg.search,
            domain_id: queryArg.domainId,
          },
        }),
        providesTags: ['LicenseReports'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as licenseReportsApi }
export type GetLicensesOverPeriodApiResponse = /** status 200 Done. */ LicensesOverPeriod
export type GetLicensesOverPeriodApiArg = {
  /** 0 for the whole project, which needs the right to see all groups. */
  domainId?: number
  /** Dates in the zone of the project, 2026-11-24. */
  from?: string
  to?: string
}
export type ListUsedLicensesApiResponse = /** status 200 Done. */ ListUsedLicensesResponse
export type ListUsedLicensesApiArg = {
  page?: number
  size?: number
  /** Part of a name. */
  search?: string
  /** 0 for all groups; else the group and what lies below it. */
  domainId?: number
}
export type LicenseDayCount = {
  /** sip, mobile_app or ukey2. */
  kind: string
  /** Null: unlimited. */
  maximum: number | null
  mean: number
  peak: number
}
export type LicenseDay = {
  counts: LicenseDayCount[]
  date: string
}
export type LicensesOverPeriod = {
  days: LicenseDay[]
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
export type Ref = {
  id: number
  name: string
}
export type LicensePeriod = {
  from: string | null
  /** Without it the period of the group above holds. */
  is_active: boolean
  to: string | null
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
export type UsedLicenses = {
  domain: Ref | null
  /** Whether the group has limits of its own. */
  is_active: boolean
  parent_id: number | null
  period: LicensePeriod | null
  quotas: LicenseQuota[]
}
export type ListUsedLicensesResponse = {
  items: UsedLicenses[]
  page: number
  size: number
  total: number
}
export const {
  useGetLicensesOverPeriodQuery,
  useLazyGetLicensesOverPeriodQuery,
  useListUsedLicensesQuery,
  useLazyListUsedLicensesQuery,
} = injectedRtkApi
