export { FilterBuilder } from './FilterBuilder'
export { FilterChips } from './FilterChips'
export type { FilterField, FilterType } from './fields'
