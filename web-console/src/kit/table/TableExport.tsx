import { useLayoutEffect, useRef, useState } from 'react'
import { saveBlob } from '../files/save'
import { toCsv } from './csv'
import type { Column, HasId } from './types'

/** Rows that are drawn at a time: the page answers in between. */
const PART = 200

interface Props<Row extends HasId> {
  rows: Row[]
  /** Those that are shown, in their order. */
  columns: Column<Row>[]
  fileName: string
  onEnd: () => void
}

/**
 * Saves rows as they are shown: the same columns, words and times. The cells are drawn out of sight, a part
 * at a time, and their text is read.
 */
export function TableExport<Row extends HasId>({ rows, columns, fileName, onEnd }: Props<Row>) {
  const [from, setFrom] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const lines = useRef<string[][]>([])
  const part = rows.slice(from, from + PART)

  useLayoutEffect(() => {
    const texts = [...(body.current?.rows ?? [])].map((row) => [...row.cells].map(textOf))
    lines.current = [...lines.current.slice(0, from), ...texts]
    const next = setTimeout(() => {
      if (from + PART < rows.length) return setFrom(from + PART)
      const head = columns.map(({ title }) => title)
      saveBlob(new Blob([toCsv([head, ...lines.current])], { type: 'text/csv' }), `${fileName}.csv`)
      onEnd()
    })
    return () => clearTimeout(next)
  }, [from, rows, columns, fileName, onEnd])

  return (
    <table className="visually-hidden" aria-hidden inert>
      <tbody ref={body}>
        {part.map((row) => (
          <tr key={row.id}>
            {columns.map(({ key, render }) => (
              <td key={key}>{render(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a cell says; where it shortens that, the whole of it. */
function textOf(cell: HTMLTableCellElement): string {
  const time = cell.querySelector('time')
  return (time?.title || (cell.textContent ?? '')).trim()
}
