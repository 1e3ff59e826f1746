import { zodResolver } from '@hookform/resolvers/zod'
import { useLayoutEffect, useRef } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import type { QueryResult } from '../resource'
import { changes } from './changes'
import { errorPaths } from './errorPaths'
import { applyServerErrors } from './serverErrors'

interface Options<Row, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema
  /** Values before there is a row. */
  defaults: DefaultValues<z.input<Schema>>
  toForm: (row: Row) => z.input<Schema>
  /** What is sent; by default the values as they are. */
  toBody?: (values: z.output<Schema>) => object
  /** What is edited; undefined while it is loaded, and for a new one. */
  row: Row | undefined
  loaded: Pick<QueryResult<Row>, 'isLoading' | 'error' | 'refetch'>
  /** Gets the changed keys only, of a row. */
  save: (body: object) => Promise<Row>
  isSaving: boolean
  onSaved: (row: Row) => void
  /** The save failed for another reason than the value of a field. */
  onFailed: (error: unknown) => void
}

export interface RowFormControl<
  Row = unknown,
  Input extends FieldValues = FieldValues,
  Output = unknown,
> {
  form: UseFormReturn<Input, unknown, Output>
  /** Checks and saves. Answers the paths of the fields that are wrong; none when it was saved. */
  submit: () => Promise<string[]>
  isSaving: boolean
  /** Being loaded for editing. */
  isLoading: boolean
  loadError: unknown
  reload: () => unknown
  row: Row | undefined
}

/** The form of a row, wherever it comes from and however it is saved. */
export function useRowForm<Row, Schema extends z.ZodType<FieldValues, FieldValues>>(
  options: Options<Row, Schema>,
): RowFormControl<Row, z.input<Schema>, z.output<Schema>> {
  type Input = z.input<Schema>
  type Output = z.output<Schema>
  const { schema, toForm, toBody, row, loaded } = options
  const form = useForm<Input, unknown, Output>({
    // The resolver cannot see that a schema with transforms is a schema of form values.
    resolver: zodResolver(schema) as unknown as Resolver<Input, unknown, Output>,
    defaultValues: options.defaults,
    mode: 'onTouched',
  })
  const { reset } = form
  const { isDirty } = form.formState
  /** What the form was filled with: a save sends what differs from it, not from what others saved meanwhile. */
  const origin = useRef<Row>(undefined)
  /** The newest row of the cache that is behind the form; after a save it is older than the form. */
  const applied = useRef<Row>(undefined)

  // Before the fields are seen: what is typed in the moment between would be lost.
  useLayoutEffect(() => {
    // What the person typed is not overwritten by a refetch.
    if (!row || isDirty || row === applied.current) return
    applied.current = row
    origin.current = row
    reset(toForm(row))
  }, [row, isDirty, reset, toForm])

  const bodyOf = (values: Output): object => (toBody ? toBody(values) : values)
  const changesOf = (values: Output) => {
    const saved = origin.current && schema.safeParse(toForm(origin.current))
    return saved?.success ? changes(bodyOf(saved.data), bodyOf(values)) : bodyOf(values)
  }
  const save = async (values: Output): Promise<string[]> => {
    try {
      const saved = await options.save(changesOf(values))
      // The cached row is from before the save until the refetch comes, which may fail.
      applied.current = row
      origin.current = saved
      reset(toForm(saved))
      options.onSaved(saved)
      return []
    } catch (error) {
      const { paths, rest } = applyServerErrors(error, form)
      if (rest !== undefined) options.onFailed(rest)
      return paths
    }
  }
  return {
    form,
    submit: async () => {
      let wrong: string[] = []
      await form.handleSubmit(
        async (values) => {
          wrong = await save(values)
        },
        (errors) => {
          wrong = errorPaths(errors)
        },
      )()
      return wrong
    },
    isSaving: options.isSaving,
    isLoading: loaded.isLoading,
    loadError: loaded.error,
    reload: loaded.refetch,
    row,
  }
}
