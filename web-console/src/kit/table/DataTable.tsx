import { useMemo, useRef, type CSSProperties } from 'react'
import type { Id } from '@/api/types'
import { columnWidths } from './columnWidths'
import { RowMenuHost } from './RowMenuHost'
import { SideScrollBar } from './SideScrollBar'
import styles from './table.module.css'
import { TableBody } from './TableBody'
import { TableHead } from './TableHead'
import { useDensity } from './tablePreferences'
import type { Column, HasId, RowAction } from './types'
import { showOverflowTitle } from './overflowTitle'
import type { Selection } from './useSelection'
import { useSideScroll } from './useSideScroll'

export interface DataTableProps<Row extends HasId> {
  rows: Row[]
  columns: Column<Row>[]
  sort: string
  onSort: (sort: string) => void
  isLoading: boolean
  selection?: Selection<Row>
  rowActions: RowAction<Row>[]
  label: (row: Row) => string
  linkOf?: (row: Row) => string
  onOpen?: (row: Row) => void
  activeId?: Id
}

/**
 * The rows as a table, for a screen that has the room. A grid, so that head and rows can scroll
 * sideways while the head stays at the top of the page; the roles say what the layout took away.
 */
export function DataTable<Row extends HasId>(props: DataTableProps<Row>) {
  const { rows, columns, sort, onSort, isLoading, selection, rowActions } = props
  const [density] = useDensity()
  const table = useRef<HTMLTableElement>(null)
  const isSelectable = selection !== undefined
  const hasActions = rowActions.length > 0
  const widths = useMemo(
    () => columnWidths(columns, { isSelectable, hasActions }),
    [columns, isSelectable, hasActions],
  )
  const side = useSideScroll(table)
  return (
    <RowMenuHost actions={rowActions}>
      <table
        ref={table}
        role="table"
        className={styles.table}
        style={{ '--columns': widths } as CSSProperties}
        data-density={density}
        data-loading={isLoading}
        data-sideways={side.isSideways}
        aria-busy={isLoading}
        aria-rowcount={rows.length + 1}
        onMouseOver={showOverflowTitle}
        onFocus={showOverflowTitle}
      >
        <TableHead {...{ columns, sort, onSort, selection, rows, hasActions }} />
        <TableBody {...props} />
      </table>
      <SideScrollBar {...side} />
    </RowMenuHost>
  )
}
