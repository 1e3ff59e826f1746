import type { Filters, ListQuery, NestedFilters } from '@/api/list'

/** The clock of the question moves in steps of this many milliseconds, so that the list is not another one each second. */
const STEP = 5 * 60_000

/** Keys that may still open: neither revoked nor over; besides what the person has chosen. */
export function liveOnly(query: ListQuery, now: Date): ListQuery {
  const time = new Date(Math.floor(now.getTime() / STEP) * STEP).toISOString()
  const isLive: NestedFilters = {
    match: 'match_any',
    items: [
      { field: 'period_restrict_to', rule: 'is', value: null },
      { field: 'period_restrict_to', rule: 'above', value: time },
    ],
  }
  const notRevoked = { field: 'revoked_at', rule: 'is', value: null } as const
  const chosen = (query.filters?.items.length ? [query.filters] : []) as Filters[]
  return {
    ...query,
    filters: { match: 'match_all', items: [notRevoked, isLive as Filters, ...chosen] },
  }
}
