import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'

/** The list of those who have a role. */
export function holdersOf(roleId: Id): string {
  const filters: Filters = {
    match: 'match_all',
    items: [{ field: 'role_id', rule: 'equals', value: roleId }],
  }
  return `/users?filters=${encodeURIComponent(JSON.stringify(filters))}`
}
