import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Id } from '@/api/types'
import type { Resource } from '../resource'
import { useRowForm, type RowFormControl } from './useRowForm'

interface Options<Row, Input> {
  /** Values that a new thing starts with, over the empty ones. */
  initial?: Partial<Input>
  onSaved: (row: Row) => void
  /** The save failed for another reason than the value of a field. */
  onFailed: (error: unknown) => void
}

export interface ResourceFormControl<
  Row = unknown,
  Input extends FieldValues = FieldValues,
  Output = unknown,
> extends RowFormControl<Row, Input, Output> {
  isNew: boolean
}

/**
 * Load, edit, save, and put the server's 422 back onto the fields. Knows nothing of layout.
 * Without an id the form creates; with one it sends the changed keys only.
 */
export function useResourceForm<
  Row extends { id: Id },
  Schema extends z.ZodType<FieldValues, FieldValues>,
>(
  resource: Resource<Row, Schema>,
  id: Id | undefined,
  { initial, onSaved, onFailed }: Options<Row, z.input<Schema>>,
): ResourceFormControl<Row, z.input<Schema>, z.output<Schema>> {
  const { form, api } = resource
  const loaded = api.useGet(id ?? 0, { skip: id === undefined })
  const [create, creating] = api.useCreate()
  const [update, updating] = api.useUpdate()
  const control = useRowForm<Row, Schema>({
    ...form,
    // oxlint-disable-next-line typescript/no-misused-spread -- form values are plain objects
    defaults: { ...form.empty, ...initial },
    row: id === undefined ? undefined : loaded.data,
    loaded,
    save: (body) => (id === undefined ? create(body) : update({ id, body })).unwrap(),
    isSaving: creating.isLoading || updating.isLoading,
    onSaved,
    onFailed,
  })
  return { ...control, isNew: id === undefined }
}
