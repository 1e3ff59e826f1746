import type { Ref } from '@/api/types'

export type RefMode = 'add' | 'remove'

/** What would change of one row: its list as it is and as it would be. */
export interface RefChange<Row> {
  row: Row
  before: Ref[]
  after: Ref[]
}

/** The rows whose list changes when these are added to it or taken from it; the others stay as they are. */
export function planRefs<Row>(
  rows: Row[],
  read: (row: Row) => Ref[],
  mode: RefMode,
  chosen: Ref[],
): RefChange<Row>[] {
  const ids = new Set(chosen.map(({ id }) => id))
  return rows.flatMap((row) => {
    const before = read(row)
    const known = new Set(before.map(({ id }) => id))
    const after =
      mode === 'add'
        ? [...before, ...chosen.filter(({ id }) => !known.has(id))]
        : before.filter(({ id }) => !ids.has(id))
    return after.length === before.length ? [] : [{ row, before, after }]
  })
}
