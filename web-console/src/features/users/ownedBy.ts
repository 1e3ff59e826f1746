import type { Filters, PageSize } from '@/api/list'
import type { Id } from '@/api/types'

/** Identifiers of a person that are shown with them; the others are in their own list. */
export const SHOWN: PageSize = 50

/** What narrows identifiers to those of a person. */
export const ownedBy = (id: Id): Filters => ({
  match: 'match_all',
  items: [{ field: 'owner_id', rule: 'equals', value: id }],
})
