import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { QueryResult, UseMutation } from '../resource'
import { useRowForm, type RowFormControl } from './useRowForm'

/** Settings of which there is one set: their form, and where they come from. */
export interface SettingsSource<Row, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema
  empty: DefaultValues<z.input<Schema>>
  toForm: (row: Row) => z.input<Schema>
  toBody?: (values: z.output<Schema>) => object
  useGet: () => QueryResult<Row>
  useUpdate: UseMutation<object, Row>
}

interface Options<Row> {
  onSaved: (row: Row) => void
  onFailed: (error: unknown) => void
}

/** Load, edit and save settings. The changed keys alone are sent. */
export function useSettingsForm<Row, Schema extends z.ZodType<FieldValues, FieldValues>>(
  source: SettingsSource<Row, Schema>,
  { onSaved, onFailed }: Options<Row>,
): RowFormControl<Row, z.input<Schema>, z.output<Schema>> {
  const loaded = source.useGet()
  const [update, updating] = source.useUpdate()
  return useRowForm<Row, Schema>({
    schema: source.schema,
    defaults: source.empty,
    toForm: source.toForm,
    toBody: source.toBody,
    row: loaded.data,
    loaded,
    save: (body) => update(body).unwrap(),
    isSaving: updating.isLoading,
    onSaved,
    onFailed,
  })
}
