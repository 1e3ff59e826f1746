/** The keys of `after` whose value differs from `before`: what a PATCH sends. */
export function changes(before: object, after: object): Record<string, unknown> {
  const known = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSame(known[key], value)),
  )
}

/** Whether two values of a form hold the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isSame(left[key], right[key]))
}
