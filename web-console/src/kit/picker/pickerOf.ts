import type { Id } from '@/api/types'
import type { ListedResource, UseFilterFields } from '../resource'
import type { PickerSource } from './types'

/** A resource as the source of a picker. */
export function pickerOf<Row extends { id: Id }>(
  resource: ListedResource<Row>,
  useFilters?: UseFilterFields,
): PickerSource {
  const { api, defaultSort, label, detail } = resource
  return {
    useList: api.useList,
    sort: defaultSort,
    // A source gives its rows to its own label only.
    label: label as PickerSource['label'],
    detail: detail as PickerSource['detail'],
    useFilters,
  }
}
