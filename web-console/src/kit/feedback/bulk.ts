import type { ItemResult } from '@/api/types'

/** A bulk call's answer in brief: how many are done, and why each other is not. */
export function summarise<Row extends { id: number }>(
  results: ItemResult[],
  rows: Row[],
  label: (row: Row) => string,
) {
  const failed = results.filter(({ done }) => !done)
  const nameOf = (id: number) => {
    const row = rows.find((each) => each.id === id)
    return row ? label(row) : String(id)
  }
  return {
    done: results.length - failed.length,
    failed: failed.map(({ id, message }) => ({ id, name: nameOf(id), message })),
  }
}
