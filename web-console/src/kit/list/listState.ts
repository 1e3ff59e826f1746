import {
  DEFAULT_PAGE_SIZE,
  FILTER_RULES,
  PAGE_SIZES,
  type FilterItem,
  type Filters,
  type ListQuery,
  type PageSize,
} from '@/api/list'

/** Everything about a list that a person would share or come back to. */
export interface ListState {
  page: number
  size: PageSize
  sort: string
  filters: Filters
  search: string
  /** Open tab; '' is the first. */
  tab: string
  /** Open dialog, as `delete` or `move:12`; '' is none. */
  dialog: string
  /** Id of the row in the side drawer; '' is none. */
  preview: string
}

export const NO_FILTERS: Filters = { match: 'match_all', items: [] }

/** A URL is typed by anybody: more conditions than this are dropped. */
const MAX_FILTER_ITEMS = 30

export function parseListState(
  params: URLSearchParams,
  defaults: Partial<ListState> = {},
): ListState {
  return {
    page: positive(params.get('page')) ?? 1,
    size: pageSize(params.get('size')) ?? defaults.size ?? DEFAULT_PAGE_SIZE,
    sort: params.get('sort') ?? defaults.sort ?? '',
    filters: parseFilters(params.get('filters')) ?? defaults.filters ?? NO_FILTERS,
    search: params.get('search') ?? '',
    tab: params.get('tab') ?? defaults.tab ?? '',
    dialog: params.get('dialog') ?? '',
    preview: params.get('preview') ?? '',
  }
}

/**
 * The query string after a change. What equals its default is left out, so that the address of
 * an untouched list is bare; a change of what is listed goes back to the first page.
 */
export function changeListState(
  params: URLSearchParams,
  change: Partial<ListState>,
  defaults: Partial<ListState> = {},
): URLSearchParams {
  const next = new URLSearchParams(params)
  const relists = ['size', 'sort', 'filters', 'search'].some((key) => key in change)
  if (relists && !('page' in change)) next.delete('page')

  const initial = parseListState(new URLSearchParams(), defaults)
  for (const [key, value] of Object.entries(change)) {
    const text = asText(value)
    const isDefault = text === asText(initial[key as keyof ListState])
    if (isDefault || text === '') next.delete(key)
    else next.set(key, text)
  }
  return next
}

/** What of the state the server is asked. */
export function toListQuery({ page, size, sort, filters, search }: ListState): ListQuery {
  return { page, size, sort, filters, search }
}

function asText(value: ListState[keyof ListState]): string {
  if (typeof value !== 'object') return String(value)
  return value.items.length > 0 ? JSON.stringify(value) : ''
}

function positive(text: string | null): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function pageSize(text: string | null): PageSize | undefined {
  return PAGE_SIZES.find((size) => String(size) === text)
}

function parseFilters(text: string | null): Filters | undefined {
  if (!text) return undefined
  try {
    const value = JSON.parse(text) as Partial<Filters> | null
    if (!Array.isArray(value?.items)) return undefined
    const items = value.items.filter(isFilterItem).slice(0, MAX_FILTER_ITEMS)
    return { match: value.match === 'match_any' ? 'match_any' : 'match_all', items }
  } catch {
    return undefined
  }
}

function isFilterItem(item: unknown): item is FilterItem {
  if (typeof item !== 'object' || item === null) return false
  const { field, rule, value } = item as Partial<FilterItem>
  return typeof field === 'string' && FILTER_RULES.includes(rule!) && value !== undefined
}
