export type QueryValue = string | number | boolean | null | undefined

/** A path with its query; a list is a repeated parameter, what is empty is left out. */
export function address(
  path: string,
  query: Record<string, QueryValue | readonly QueryValue[]>,
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as QueryValue[]) : [value as QueryValue]) {
      if (each !== undefined && each !== null && each !== '') params.append(name, String(each))
    }
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}
