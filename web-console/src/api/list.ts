/** Comparison of a filter item; the server knows no others. */
export const FILTER_RULES = [
  'equals',
  'not_equals',
  'has',
  'begins_with',
  'is',
  'above',
  'equals_above',
  'below',
  'equals_below',
] as const
export type FilterRule = (typeof FILTER_RULES)[number]

export type FilterValue = string | number | boolean | null | (string | number)[]

export interface FilterItem {
  field: string
  rule: FilterRule
  value: FilterValue
}

export type FilterMatch = 'match_all' | 'match_any'

export interface Filters {
  match: FilterMatch
  items: FilterItem[]
}

/** Conditions of which one may hold conditions again, as the server takes them. */
export interface NestedFilters {
  match: FilterMatch
  items: (FilterItem | Filters)[]
}

/** What a list call takes. Every part is optional; the server has its defaults. */
export interface ListQuery {
  /** From 1. */
  page?: number
  size?: PageSize
  /** `name`, `-name`, or several with commas. */
  sort?: string
  filters?: Filters | NestedFilters
  search?: string
  /** Related parts to include. */
  with?: string[]
}

/** Answer of a list call. `total` is exact up to 10,000 and 10,001 above. */
export interface Page<Row> {
  items: Row[]
  total: number
  page: number
  size: number
}

export const PAGE_SIZES = [10, 20, 50, 100, 500] as const
export type PageSize = (typeof PAGE_SIZES)[number]
export const DEFAULT_PAGE_SIZE: PageSize = 20

/** Totals are counted exactly up to this number. */
export const EXACT_TOTAL_LIMIT = 10_000

/** A list query as the calls take it: filters are JSON, empty parts are left out. */
export interface ListArgs {
  page?: number
  size?: number
  sort?: string
  filters?: string
  search?: string
  with?: string[]
}

export function listArgs(query: ListQuery): ListArgs {
  const { page, size, sort, filters, search } = query
  return {
    page,
    size,
    sort: sort || undefined,
    search: search || undefined,
    with: query.with?.length ? query.with : undefined,
    filters: filters?.items.length ? JSON.stringify(filters) : undefined,
  }
}
