import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { errorBody } from '@/api/errors'

/**
 * Puts the field errors of a 422 (`data.fields`: path -> message) onto their fields. Answers the
 * paths; empty when the failure is about no field.
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
): string[] {
  const fields = errorBody(error)?.data?.fields ?? {}
  for (const [path, message] of Object.entries(fields)) {
    setError(path as FieldPath<Values>, { type: 'server', message })
  }
  return Object.keys(fields)
}
