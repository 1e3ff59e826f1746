import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Id } from '@/api/types'
import type { Resource } from '../resource'
import { changes } from './changes'
import { errorPaths } from './errorPaths'
import { applyServerErrors } from './serverErrors'

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
  type Input = z.input<Schema>
  type Output = z.output<Schema>
  const { schema, empty, toForm, toBody } = resource.form
  const loaded = resource.api.useGet(id ?? 0, { skip: id === undefined })
  const [create, creating] = resource.api.useCreate()
  const [update, updating] = resource.api.useUpdate()
  const row = id === undefined ? undefined : loaded.data

  const form = useForm<Input, unknown, Output>({
    // The resolver cannot see that a schema with transforms is a schema of form values.
    resolver: zodResolver(schema) as unknown as Resolver<Input, unknown, Output>,
    // oxlint-disable-next-line typescript/no-misused-spread -- form values are plain objects
    defaultValues: { ...empty, ...initial },
    mode: 'onTouched',
  })
  const { reset, setError } = form
  const { isDirty } = form.formState

  useEffect(() => {
    // What the person typed is not overwritten by a refetch.
    if (row && !isDirty) reset(toForm(row))
  }, [row, isDirty, reset, toForm])

  const bodyOf = (values: Output) => (toBody ? toBody(values) : values)
  const changesOf = (values: Output) => {
    const saved = row && schema.safeParse(toForm(row))
    return saved?.success ? changes(bodyOf(saved.data), bodyOf(values)) : bodyOf(values)
  }
  const save = async (values: Output): Promise<string[]> => {
    try {
      const saved = await (id === undefined
        ? create(bodyOf(values)).unwrap()
        : update({ id, body: changesOf(values) }).unwrap())
      reset(toForm(saved))
      onSaved(saved)
      return []
    } catch (error) {
      const paths = applyServerErrors(error, setError)
      if (paths.length === 0) onFailed(error)
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
    isSaving: creating.isLoading || updating.isLoading,
    isLoading: loaded.isLoading,
    loadError: loaded.error,
    reload: loaded.refetch,
    row,
    isNew: id === undefined,
  }
}
