import { useMemo } from 'react'
import { groupsApi } from '@/api/generated/groups'
import { filtersOf, useFieldLabel } from '@/kit/fields'
import type { FilterField } from '@/kit/filter'
import { elevatorFields } from './fields'

/** Groups offered in the filter: the first page by name. */
const GROUPS = { page: 1, size: 500, sort: 'name' }

/** Fields by which the elevators may be narrowed. */
export function useElevatorFilters(): FilterField[] {
  const label = useFieldLabel('elevators')
  const { data: groups } = groupsApi.useListGroupsQuery(GROUPS)
  return useMemo(
    () =>
      filtersOf(elevatorFields, label, {
        domain: { options: groups?.items.map(({ id, name }) => ({ value: id, label: name })) },
      }),
    [label, groups],
  )
}
