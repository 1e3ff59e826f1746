import { generationApi as generated, type PlannedGroup } from '@/api/generated/generation'
import type { ImportStructureApiResponse } from '@/api/generated/files'
import { rolesApi } from '@/api/generated/roles'
import { TIMEOUT } from '@/api/limits'
import { changesAll } from '@/api/tags'
import type { Id } from '@/api/types'
import { address, useDownload, useUpload } from '@/kit/files'

export type { GroupPlan, Numbering, PlanCounts, PlannedGroup } from '@/api/generated/generation'
export type { RowError } from '@/api/generated/files'
export type ImportResult = ImportStructureApiResponse

const generationApi = generated.enhanceEndpoints({
  addTagTypes: ['Groups', 'GroupTypes'],
  endpoints: {
    // A plan changes nothing.
    planGroups: { invalidatesTags: [] },
    saveGroupPlan: {
      invalidatesTags: changesAll('Groups'),
      extraOptions: { timeout: TIMEOUT.report },
    },
  },
})

export const { usePlanGroupsMutation } = generationApi

/** Saves a plan, perhaps with other names. */
export function useSavePlan(id: Id) {
  const [save, { isLoading }] = generationApi.useSaveGroupPlanMutation()
  const savePlan = (items: PlannedGroup[]) =>
    save({
      id,
      body: { items: items.map(({ obstacle: _obstacle, ...group }) => group) },
    }).unwrap()
  return [savePlan, isLoading] as const
}

export interface ImportOptions {
  file: File
  roleId: Id | undefined
  isDryRun: boolean
  /** Given back in the pushes of progress. */
  token: string
}

/** Minutes east of UTC; dates of a table are those of the person who made it. */
const offset = () => -new Date().getTimezoneOffset()

export function useImportStructure(id: Id) {
  const [send, state] = useUpload<ImportResult>(['Groups', 'Users', 'Identifiers'])
  const importStructure = ({ file, roleId, isDryRun, token }: ImportOptions) =>
    send(`/api/v0/domains/${id}/import/structure`, {
      role_id: roleId,
      tz_offset: offset(),
      dry_run: isDryRun,
      token,
      file,
    })
  return [importStructure, state] as const
}

export function useExportStructure(id: Id) {
  const [save, isSaving] = useDownload()
  const exportStructure = (domainType: Id | undefined) =>
    save(
      address(`/api/v0/domains/${id}/export/structure`, {
        domain_type: domainType,
        tz_offset: offset(),
      }),
      'structure.xlsx',
    )
  return [exportStructure, isSaving] as const
}

/** Roles for the rows of a table that name none; the roles of a project are few. */
export function useRoleOptions() {
  const { data, isLoading } = rolesApi.useListRolesQuery({ page: 1, size: 500, sort: 'name' })
  return {
    options: (data?.items ?? []).map(({ id: value, name: label }) => ({ value, label })),
    isLoading,
  }
}
