import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Id } from '@/api/types'
import type { Resource, UseFilterFields } from '../resource'
import type { PickerSource } from './types'

/** A resource as the source of a picker. */
export function pickerOf<
  Row extends { id: Id },
  Schema extends z.ZodType<FieldValues, FieldValues>,
>(resource: Resource<Row, Schema>, useFilters?: UseFilterFields): PickerSource {
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
