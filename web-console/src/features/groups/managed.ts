import { sitesApi } from '@/api/generated/sites'
import type { Ref } from '@/api/types'

const api = sitesApi.enhanceEndpoints({
  // It changes when a file is applied, which is seldom.
  endpoints: { getManagedGroups: { keepUnusedDataFor: 300 } },
})

/** Whether a group is kept as a file says: it, a group above it, or the whole project. */
export function isManaged(
  managed: { project: boolean; group_ids: number[] } | undefined,
  { id, path = [] }: { id: number; path?: Ref[] },
): boolean {
  if (!managed) return false
  return (
    managed.project ||
    [id, ...path.map((above) => above.id)].some((each) => managed.group_ids.includes(each))
  )
}

export function useIsManaged(group: { id: number; path?: Ref[] }): boolean {
  const { data } = api.useGetManagedGroupsQuery(undefined)
  return isManaged(data, group)
}
