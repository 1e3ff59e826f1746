import { useMemo } from 'react'
import { elevators } from '@/features/elevators'
import { filtersOf, useFieldLabel } from '@/kit/fields'
import type { FilterField } from '@/kit/filter'
import { useCan } from '@/kit/permissions'
import { elevatorAccessRuleFields } from './fields'

/** Elevators offered in the filter: the first page by name. */
const ELEVATORS = { page: 1, size: 500, sort: 'name' } as const

/** Fields by which the rules may be narrowed. */
export function useRuleFilters(): FilterField[] {
  const label = useFieldLabel('elevator-access-rules')
  const { meets } = useCan()
  const { data } = elevators.api.useList(ELEVATORS, { skip: !meets(elevators.can.read) })
  return useMemo(
    () =>
      filtersOf(elevatorAccessRuleFields, label, {
        elevators: { options: data?.items.map(({ id, name }) => ({ value: id, label: name })) },
      }),
    [label, data],
  )
}
