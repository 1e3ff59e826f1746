import type { Filters, NestedFilters } from '@/api/list'
import type { Id } from '@/api/types'

/** The conditions of the person, all of them or any, within one group. */
export function within(filters: Filters, groupId: Id | undefined): Filters | NestedFilters {
  if (groupId === undefined) return filters
  const own = { field: 'domain_id', rule: 'equals', value: groupId } as const
  if (filters.items.length === 0) return { match: 'match_all', items: [own] }
  return { match: 'match_all', items: [own, filters] }
}
