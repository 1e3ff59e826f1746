export type SortOrder = 'ascend' | 'descend'

/** `name`, `-name`, several with commas -> the order of one key. */
export function orderOf(sort: string, key: string): SortOrder | null {
  for (const part of sort.split(',')) {
    if (part === key) return 'ascend'
    if (part === `-${key}`) return 'descend'
  }
  return null
}

/** What the server is asked for one key in an order; '' for the default order. */
export const sortBy = (key: string, order: SortOrder | null | undefined): string =>
  order === 'ascend' ? key : order === 'descend' ? `-${key}` : ''
