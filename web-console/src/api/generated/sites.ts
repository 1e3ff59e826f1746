import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Sites'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getSiteDrift: build.query<GetSiteDriftApiResponse, GetSiteDriftApiArg>({
        query: () => ({ url: `/api/v0/site/drift` }),
        providesTags: ['Sites'],
      }),
      releaseSite: build.mutation<ReleaseSiteApiResponse, ReleaseSiteApiArg>({
        query: () => ({ url: `/api/v0/site/managed`, method: 'DELETE' }),
        invalidatesTags: ['Sites'],
      }),
      getManagedGroups: build.query<GetManagedGroupsApiResponse, GetManagedGroupsApiArg>({
        query: () => ({ url: `/api/v0/site/managed` }),
        providesTags: ['Sites'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sitesApi }
export type GetSiteDriftApiResponse = /** status 200 Done. */ SiteDrift
export type GetSiteDriftApiArg = void
export type ReleaseSiteApiResponse = /** status 200 Done. */ ManagedGroups
export type ReleaseSiteApiArg = void
export type GetManagedGroupsApiResponse = /** status 200 Done. */ ManagedGroups
export type GetManagedGroupsApiArg = void
export type Ref = {
  id: number
  name: string
}
export type ManagedGroups = {
  /** Of the file; unset when none was applied. */
  applied_at: string | null
  applied_by_user: Ref | null
  /** Each with everything below it. */
  group_ids: number[]
  /** The whole project is. */
  project: boolean
}
export type BackupPlanCount = {
  change: number
  conflict: number
  create: number
  delete: number
  entity: string
  /** Rows that the backup does not have and that nevertheless stay: whoever made it could not see all of them. */
  kept: number
  same: number
}
export type BackupPlanDoors = {
  devices: number
  rules: number
  /** By themselves; those of a group are not counted. */
  users: number
}
export type BackupAction = 'create' | 'change' | 'delete' | 'conflict'
export type BackupPlanField = {
  after: string | null
  /** As JSON, up to 200 characters; absent of what is created. */
  before: string | null
  name: string
}
export type BackupPlanItem = {
  action: BackupAction | null
  entity: string
  fields: BackupPlanField[]
  /** Absent of what is created. */
  id: number | null
  /** Fields that keep what whoever made the backup could not see. */
  kept: string[]
  /** Why not, of a conflict. */
  message: string | null
  name: string
  /** Fields that do not travel and have to be entered anew. */
  secrets: string[]
}
export type BackupMode = 'merge' | 'replace'
export type BackupPlan = {
  counts: BackupPlanCount[]
  /** Unset where no access rule changes. */
  doors: BackupPlanDoors | null
  /** What would not stay as it is, in the order in which it is done: up to 2,000. */
  items: BackupPlanItem[]
  items_count: number
  mode: BackupMode | null
  plan_hash: string
  /** Whether the items are not all. */
  truncated: boolean
}
export type SiteDrift = {
  managed: ManagedGroups | null
  /** By which everything would be as the file says; unset when nothing is managed. */
  plan: BackupPlan | null
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
export const {
  useGetSiteDriftQuery,
  useLazyGetSiteDriftQuery,
  useReleaseSiteMutation,
  useGetManagedGroupsQuery,
  useLazyGetManagedGroupsQuery,
} = injectedRtkApi
