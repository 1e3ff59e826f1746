import { backupsApi as generated } from '@/api/generated/backups'

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
