import { useState } from 'react'
import type { Id } from '@/api/types'
import type { HasId } from './types'

/** Selected rows, kept while the person turns pages. */
export function useSelection<Row extends HasId>(visible: Row[]) {
  const [selected, setSelected] = useState<ReadonlyMap<Id, Row>>(new Map())

  const toggle = (row: Row) => {
    const next = new Map(selected)
    if (!next.delete(row.id)) next.set(row.id, row)
    setSelected(next)
  }
  /** Selects exactly these among the visible rows, and leaves those of other pages. */
  const setVisible = (ids: Id[]) => {
    const next = new Map(selected)
    for (const row of visible) next.delete(row.id)
    for (const row of visible) if (ids.includes(row.id)) next.set(row.id, row)
    setSelected(next)
  }
  return {
    ids: [...selected.keys()],
    rows: [...selected.values()],
    has: (id: Id) => selected.has(id),
    toggle,
    setVisible,
    clear: () => setSelected(new Map()),
  }
}

export type Selection<Row extends HasId> = ReturnType<typeof useSelection<Row>>
