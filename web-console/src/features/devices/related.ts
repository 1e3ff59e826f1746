import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'

const cache = new Map<Id, Filters>()

/** What narrows events and tasks to one device; the same object for the same device. */
export function ofDevice(id: Id): Filters {
  const known = cache.get(id)
  if (known) return known
  const filters: Filters = {
    match: 'match_all',
    items: [{ field: 'device_id', rule: 'equals', value: id }],
  }
  cache.set(id, filters)
  return filters
}

/** A list narrowed to one device, as an address. */
export const linkOfDevice = (path: string, id: Id) =>
  `${path}?filters=${encodeURIComponent(JSON.stringify(ofDevice(id)))}`
