import { useMemo, useState } from 'react'
import type { Id } from '@/api/types'
import type { HasId } from './types'

interface Selected<Row> {
  /** What was asked when these were selected. */
  question: string
  rows: ReadonlyMap<Id, Row>
}

/**
 * Selected rows, kept while the person turns pages and sorts. `question` is what the list is
 * narrowed by: with another one nothing is selected, so that nobody changes rows they do not see.
 */
export function useSelection<Row extends HasId>(visible: Row[], question = '') {
  const [selected, setSelected] = useState<Selected<Row>>({ question, rows: new Map() })
  return useMemo(() => {
    const held = selected.question === question ? selected.rows : new Map<Id, Row>()
    const select = (rows: ReadonlyMap<Id, Row>) => setSelected({ question, rows })

    const toggle = (row: Row) => {
      const next = new Map(held)
      if (!next.delete(row.id)) next.set(row.id, row)
      select(next)
    }
    /** Selects exactly these among the visible rows, and leaves those of other pages. */
    const setVisible = (ids: Id[]) => {
      const next = new Map(held)
      const wanted = new Set(ids)
      for (const row of visible) {
        next.delete(row.id)
        if (wanted.has(row.id)) next.set(row.id, row)
      }
      select(next)
    }
    return {
      ids: [...held.keys()],
      rows: [...held.values()],
      has: (id: Id) => held.has(id),
      toggle,
      setVisible,
      /** Selects these and no others: all that the list is narrowed to. */
      setAll: (rows: Row[]) => select(new Map(rows.map((row) => [row.id, row]))),
      clear: () => select(new Map()),
    }
  }, [selected, question, visible])
}

export type Selection<Row extends HasId> = ReturnType<typeof useSelection<Row>>
