import type { Filters, NestedFilters } from '@/api/list'

/**
 * Filters in which the conditions on `fields`, set by buttons of their own, hold in every case, whether
 * the person wants all or any of the other conditions.
 */
export function narrow(filters: Filters, fields: readonly string[]): Filters | NestedFilters {
  const fixed = filters.items.filter(({ field }) => fields.includes(field))
  if (filters.match === 'match_all' || fixed.length === 0) return filters
  const others = filters.items.filter(({ field }) => !fields.includes(field))
  if (others.length === 0) return { match: 'match_all', items: fixed }
  return { match: 'match_all', items: [...fixed, { match: 'match_any', items: others }] }
}
