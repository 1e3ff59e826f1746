import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorBody } from '@/api/errors'

/** The part of a form that errors are put onto. */
type Target<Values extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, unknown>,
  'setError' | 'getValues'
>

/**
 * Puts the field errors of a 422 (`data.fields`: path -> message) onto their fields. Answers the
 * paths; empty when the failure is about no field of this form.
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: Target<Values>,
): string[] {
  const fields = errorBody(error)?.data?.fields ?? {}
  return Object.entries(fields).flatMap(([path, message]) => {
    const field = fieldOf(path, getValues)
    if (field === undefined) return []
    setError(field as FieldPath<Values>, { type: 'server', message })
    return [field]
  })
}

/** A related entity is sent as `domain_id` and chosen in the field `domain`. */
function fieldOf(path: string, getValues: (path: never) => unknown): string | undefined {
  const names = [path, path.replace(/_id$/, '')]
  return names.find((name) => getValues(name as never) !== undefined)
}
