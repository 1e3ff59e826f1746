import type { ListQuery } from '@/api/list'
import type { Id } from '@/api/types'

/** Rules that grant something at a door, the oldest first. */
export const rulesOfDoor = (id: Id): ListQuery => ({
  page: 1,
  size: 100,
  sort: 'id',
  filters: {
    match: 'match_all',
    items: [
      { field: 'device_id', rule: 'equals', value: id },
      { field: 'prohibition', rule: 'is', value: false },
    ],
  },
})
