import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'

/** The list of those who have a marker. */
export function holdersOf(markerId: Id): string {
  const filters: Filters = {
    match: 'match_all',
    items: [{ field: 'markers', rule: 'equals', value: markerId }],
  }
  return `/users?filters=${encodeURIComponent(JSON.stringify(filters))}`
}
