import type { FieldErrors } from 'react-hook-form'

/** Dotted paths of every field that has an error, in the order of the form's values. */
export function errorPaths(errors: FieldErrors, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error) return []
    // What is wrong with a list as a whole stands at its root; the root of the form is no field.
    if (key === 'root') return prefix && 'type' in error ? [prefix.slice(0, -1)] : []
    const path = prefix + key
    const isLeaf = 'type' in error && typeof error.type === 'string'
    return isLeaf ? [path] : errorPaths(error as FieldErrors, `${path}.`)
  })
}

/** Whether a path lies in one of the parts of a form: `device` owns `device.name`. */
export function owns(parts: readonly string[], path: string): boolean {
  return parts.some((part) => path === part || path.startsWith(`${part}.`))
}
