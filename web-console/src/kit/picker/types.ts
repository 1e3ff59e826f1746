import type { ListQuery, Page } from '@/api/list'
import type { Id } from '@/api/types'
import type { UseFilterFields, UseQuery } from '../resource'

/** Where a picker takes its rows from. */
export interface PickerSource {
  useList: UseQuery<ListQuery, Page<{ id: Id }>>
  sort: string
  label: (row: { id: Id }) => string
  detail?: (row: { id: Id }) => string
  /** Fields to narrow the list by. */
  useFilters?: UseFilterFields
}
