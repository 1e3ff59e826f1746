import type { Id } from '@/api/types'

/** A list narrowed to one elevator, as an address. */
export function linkOfElevator(path: string, id: Id): string {
  const filters = {
    match: 'match_all',
    items: [{ field: 'elevator_id', rule: 'equals', value: id }],
  }
  return `${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`
}
