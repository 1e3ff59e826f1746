import type { FilterItem, FilterRule, Filters, FilterValue } from '@/api/list'

export type FilterType = 'text' | 'number' | 'time' | 'choice' | 'boolean'

/** A field that a list may be filtered by. */
export interface FilterField {
  field: string
  label: string
  type: FilterType
  /** For `choice`. */
  options?: { value: string | number; label: string }[]
}

/** Rules that make sense for a type, the most used first. */
export const RULES_OF: Record<FilterType, readonly FilterRule[]> = {
  text: ['has', 'begins_with', 'equals', 'not_equals'],
  number: ['equals', 'not_equals', 'above', 'equals_above', 'below', 'equals_below'],
  time: ['above', 'below', 'equals_above', 'equals_below'],
  choice: ['equals', 'not_equals'],
  boolean: ['is'],
}

/** A new condition on a field; its value is still to be filled in. */
export function freshItem(field: FilterField): FilterItem {
  const rule = RULES_OF[field.type][0] as FilterRule
  return { field: field.field, rule, value: field.type === 'boolean' ? true : null }
}

/** Rules that compare with the end of what is written: a moment belongs to the second that it is shown in. */
const OF_END: ReadonlySet<FilterRule> = new Set(['above', 'equals_below'])

/** The moment that a rule compares with where a time is chosen to the second. */
export function momentOf(rule: FilterRule, value: FilterValue): FilterValue {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value
  const second = Math.floor(at / 1000) * 1000
  return new Date(OF_END.has(rule) ? second + 999 : second).toISOString()
}

/** Half-filled conditions are not sent. */
export function completeFilters(filters: Filters): Filters {
  return { ...filters, items: filters.items.filter(({ value }) => !isBlank(value)) }
}

const isBlank = (value: FilterValue) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
