import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorBody } from '@/api/errors'

/** The part of a form that errors are put onto. */
type Target<Values extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, unknown>,
  'setError' | 'getValues'
>

interface Applied {
  /** The fields that have an error now. */
  paths: string[]
  /** The failure, as far as it is about no field of this form; undefined when every part has its field. */
  rest: unknown
}

/** Puts the field errors of a 422 (`data.fields`: path -> message) onto their fields. */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: Target<Values>,
): Applied {
  const body = errorBody(error)
  const elsewhere: Record<string, string> = {}
  const paths = Object.entries(body?.data?.fields ?? {}).flatMap(([path, message]) => {
    const field = fieldOf(path, getValues)
    if (field === undefined) {
      elsewhere[path] = message
      return []
    }
    setError(field as FieldPath<Values>, { type: 'server', message })
    return [field]
  })
  if (paths.length === 0) return { paths, rest: error }
  if (Object.keys(elsewhere).length === 0) return { paths, rest: undefined }
  return { paths, rest: { ...(error as object), data: { ...body, data: { fields: elsewhere } } } }
}

/** A related entity is sent as `domain_id` and chosen in the field `domain`. */
function fieldOf(path: string, getValues: (path: never) => unknown): string | undefined {
  const names = [path, path.replace(/_id$/, '')]
  return names.find((name) => getValues(name as never) !== undefined)
}
