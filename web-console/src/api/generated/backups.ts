import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Backups'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listBackups: build.query<ListBackupsApiResponse, ListBackupsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            search: queryArg.search,
          },
        }),
        providesTags: ['Backups'],
      }),
      createBackup: build.mutation<CreateBackupApiResponse, CreateBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups`,
          method: 'POST',
          body: queryArg.createBackupRequestInput,
        }),
        invalidatesTags: ['Backups'],
      }),
      deleteAllBackups: build.mutation<DeleteAllBackupsApiResponse, DeleteAllBackupsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Backups'],
      }),
      deleteBackup: build.mutation<DeleteBackupApiResponse, DeleteBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Backups'],
      }),
      getBackup: build.query<GetBackupApiResponse, GetBackupApiArg>({
        query: (queryArg) => ({ url: `/api/v0/backups/${queryArg.id}` }),
        providesTags: ['Backups'],
      }),
      applyBackup: build.mutation<ApplyBackupApiResponse, ApplyBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/${queryArg.id}/apply`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Backups'],
      }),
      undoBackup: build.mutation<UndoBackupApiResponse, UndoBackupApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/backups/${queryArg.id}/undo`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Backups'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as backupsApi }
export type ListBackupsApiResponse = /** status 200 Done. */ ListBackupsResponse
export type ListBackupsApiArg = {
  page?: number
  /** One of 10, 20, 50, 100. */
  size?: number
  /** name or created_at, with - before it for descending. */
  sort?: string
  search?: string
}
export type CreateBackupApiResponse = /** status 200 Done. */ Backup
export type CreateBackupApiArg = {
  createBackupRequestInput: CreateBackupRequestInput
}
export type DeleteAllBackupsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllBackupsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteBackupApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteBackupApiArg = {
  id: number
}
export type GetBackupApiResponse = /** status 200 Done. */ Backup
export type GetBackupApiArg = {
  id: number
}
export type ApplyBackupApiResponse = /** status 200 Done. */ ApplyBackupResponse
export type ApplyBackupApiArg = {
  id: number
  body: {
    /** Without any: all that it has. */
    entities?: string[]
    mode?: BackupMode | null
    /** Of the plan that was reviewed. */
    plan_hash?: string | null
  }
}
export type UndoBackupApiResponse = /** status 200 Done. */ ApplyBackupResponse
export type UndoBackupApiArg = {
  id: number
  body: {
    plan_hash?: string | null
  }
}
export type Ref = {
  id: number
  name: string
}
export type BackupMode = 'merge' | 'replace'
export type BackupRefusal = {
  entity: string
  /** In the catalogue's words. */
  message: string
  name: string
}
export type BackupApplyStatus = 'applying' | 'applied' | 'failed' | 'undone'
export type BackupApply = {
  by_user: Ref | null
  done: number
  ended_at: string | null
  message: string | null
  mode: BackupMode | null
  /** What was refused: up to 500. */
  refusals: BackupRefusal[]
  refusals_count: number
  started_at: string | null
  status: BackupApplyStatus | null
  total: number
  /** Of the backup that undoes it. */
  undo_backup_id: number | null
}
export type BackupView = 'all' | 'part' | 'none'
export type BackupEntity = {
  count: number
  /** As the path has it: users, domains, time-rules; settings. */
  name: string
  /** What of the project whoever made it could view. What they could not is neither deleted nor changed by applying it. */
  view: BackupView | null
}
export type BackupOrigin = 'made' | 'before_apply' | 'file' | 'site'
export type BackupStatus = 'making' | 'ready' | 'failed'
export type Backup = {
  /** How it was applied last. */
  apply: BackupApply | null
  created_at: string | null
  created_by_user: Ref | null
  /** Of the work that is going on; 0 while that is not known. */
  done: number
  /** References that lead nowhere, and were dropped: up to 100. */
  dropped: string[]
  entities: BackupEntity[]
  /** When it is deleted by itself. */
  expires_at: string | null
  id: number
  /** Whether every reference of its rows leads to a row, or to one of the project, and whoever made it views all of its entities. */
  is_complete: boolean
  /** Whether it was made by this project of this installation. */
  is_own: boolean
  /** Why it failed. */
  message: string | null
  /** 1 to 31 characters. */
  name: string
  origin: BackupOrigin | null
  /** Over how many seconds the project was read: what was changed meanwhile may be in it by parts. */
  read_seconds: number
  /** In bytes. */
  size: number
  status: BackupStatus | null
  total: number
}
export type ListBackupsResponse = {
  /** Entities that a backup may have, in the order in which they are applied. */
  entities: string[]
  items: Backup[]
  page: number
  size: number
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
export type CreateBackupRequestInput = {
  /** Without any: all. */
  entities?: string[]
  name?: string
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type DeleteResponse = {
  id: number
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
export type ApplyBackupResponse = {
  /** What is applied, and its state. */
  backup: Backup | null
  plan: BackupPlan | null
}
export const {
  useListBackupsQuery,
  useLazyListBackupsQuery,
  useCreateBackupMutation,
  useDeleteAllBackupsMutation,
  useDeleteBackupMutation,
  useGetBackupQuery,
  useLazyGetBackupQuery,
  useApplyBackupMutation,
  useUndoBackupMutation,
} = injectedRtkApi
