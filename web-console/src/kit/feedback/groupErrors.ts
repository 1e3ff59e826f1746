import type { RowError } from './RowErrors'

export interface ErrorGroup {
  field: string
  message: string
  /** From 0, in ascending order. */
  rows: number[]
}

/** What is wrong in the same words and column is one group: 200 rows of an unknown group are one mistake. */
export function groupErrors(errors: readonly RowError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>()
  for (const { index, field, message } of errors) {
    const key = `${field}\n${message}`
    const group = groups.get(key) ?? { field, message, rows: [] }
    group.rows.push(index)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => ({
    ...group,
    rows: group.rows.toSorted((a, b) => a - b),
  }))
}

/** "2–5, 9" of rows, each moved by what stands above the first; the rest after so many parts is "…". */
export function rangesOf(rows: readonly number[], shift: number, max: number): string {
  const ranges: [number, number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  const words = ranges
    .slice(0, max)
    .map(([from, to]) => (from === to ? `${from + shift}` : `${from + shift}–${to + shift}`))
  return [...words, ...(ranges.length > max ? ['…'] : [])].join(', ')
}
