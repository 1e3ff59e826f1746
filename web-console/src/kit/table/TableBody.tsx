import { useRef } from 'react'
import type { DataTableProps } from './DataTable'
import { TableRow } from './TableRow'
import { useDensity } from './tablePreferences'
import type { HasId } from './types'
import { useStable } from './useStable'
import { useVirtualRows } from './useVirtualRows'

/** Of a row of one line, in pixels. */
const HEIGHTS = { small: 36, middle: 42, large: 50 }

/** The rows; of many only those in sight. */
export function TableBody<Row extends HasId>(props: DataTableProps<Row>) {
  const { rows, columns, selection, activeId, rowActions } = props
  const [density] = useDensity()
  const body = useRef<HTMLTableSectionElement>(null)
  const { indexes, padding, measure } = useVirtualRows({
    count: rows.length,
    height: HEIGHTS[density],
    body,
    activeIndex: activeId === undefined ? -1 : rows.findIndex(({ id }) => id === activeId),
  })
  const label = useStable(props.label)
  const linkOf = useStable((row: Row) => props.linkOf?.(row))
  const onOpen = useStable((row: Row) => props.onOpen?.(row))
  const onSelect = useStable((row: Row) => selection?.toggle(row))
  return (
    <tbody role="rowgroup" ref={body} style={padding}>
      {indexes.map((index) => {
        const row = rows[index]!
        return (
          <TableRow<Row>
            key={row.id}
            {...{ row, index, columns, label, linkOf, measure }}
            isSelected={selection ? selection.has(row.id) : undefined}
            isActive={row.id === activeId}
            hasActions={rowActions.length > 0}
            onSelect={onSelect}
            onOpen={props.onOpen && onOpen}
          />
        )
      })}
    </tbody>
  )
}
