import { backupsApi as generated } from '@/api/generated/backups'
import { sitesApi } from '@/api/generated/sites'

export type {
  Backup,
  BackupPlan,
  BackupPlanItem,
  ApplyBackupResponse,
} from '@/api/generated/backups'

const TAGS = ['Backups'] as const
const changesAll = (_result: unknown, error: unknown) => (error ? [] : [...TAGS])

const api = generated.enhanceEndpoints({ addTagTypes: TAGS }).enhanceEndpoints({
  endpoints: {
    listBackups: { providesTags: [...TAGS] },
    createBackup: { invalidatesTags: changesAll },
    deleteBackup: { invalidatesTags: changesAll },
    applyBackup: { invalidatesTags: changesAll },
    undoBackup: { invalidatesTags: changesAll },
  },
})

export const BACKUP_TAGS = [...TAGS]
export const {
  useApplyBackupMutation,
  useCreateBackupMutation,
  useDeleteBackupMutation,
  useUndoBackupMutation,
} = api
export const useBackups = (page: number, size: number) =>
  api.useListBackupsQuery({ page, size }, { refetchOnMountOrArgChange: true })

const site = sitesApi.enhanceEndpoints({
  endpoints: { getSiteDrift: { keepUnusedDataFor: 0 } },
})
export const { useReleaseSiteMutation } = site
/** What is managed by a file. */
export const useManaged = () =>
  site.useGetManagedGroupsQuery(undefined, { refetchOnMountOrArgChange: true })
/** What was changed by hand since. */
export const useDrift = () =>
  site.useGetSiteDriftQuery(undefined, { refetchOnMountOrArgChange: true })
