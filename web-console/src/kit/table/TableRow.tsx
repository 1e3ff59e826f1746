import { memo, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PickBox } from './PickBox'
import { RowMenuButton } from './RowMenuHost'
import styles from './table.module.css'
import type { Column, HasId } from './types'

interface Props<Row extends HasId> {
  row: Row
  /** Its place on the page of the list, from 0. */
  index: number
  columns: Column<Row>[]
  label: (row: Row) => string
  linkOf: (row: Row) => string | undefined
  /** Undefined where rows are not selected. */
  isSelected: boolean | undefined
  isActive: boolean
  hasActions: boolean
  onSelect: (row: Row) => void
  onOpen: ((row: Row) => void) | undefined
  measure: ((element: Element | null) => void) | undefined
}

function DrawnRow<Row extends HasId>(props: Props<Row>) {
  const { row, index, columns, label, linkOf, isSelected, isActive } = props
  const { onSelect, onOpen, hasActions, measure } = props
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!isOnControl(event)) onOpen?.(row)
  }
  return (
    // The keyboard opens a row by Enter, as the table's keys say.
    <tr
      role="row"
      ref={measure}
      className={onOpen && styles.clickable}
      data-row={row.id}
      data-index={index}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      onClick={open}
    >
      {isSelected !== undefined && (
        <td role="cell" className={styles.pick}>
          <PickBox label={label(row)} isChecked={isSelected} onToggle={() => onSelect(row)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={column.isMain ? styles.mainCell : undefined}
          data-align={column.align}
        >
          {column.isMain ? (
            <MainCell link={linkOf(row)}>{column.render(row)}</MainCell>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      {hasActions && (
        <td role="cell" className={styles.actions}>
          <RowMenuButton row={row} label={label(row)} />
        </td>
      )}
    </tr>
  )
}

/** A row, drawn anew only when it, its columns or its marks change. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow

function MainCell({ link, children }: { link?: string; children: ReactNode }) {
  if (!link) return <span className={styles.main}>{children}</span>
  return (
    <Link to={link} className={styles.main}>
      {children}
    </Link>
  )
}

/** A link or a button in a row does its own thing; so does what a cell has opened over the page. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const element = target as Element
  if (!currentTarget.contains(element)) return true
  const control = element.closest('a, button, input, label, [role="button"]')
  return control !== null && currentTarget.contains(control)
}
