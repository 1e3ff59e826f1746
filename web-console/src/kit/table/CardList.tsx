import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataTableProps } from './DataTable'
import { PickBox } from './PickBox'
import { RowMenuButton, RowMenuHost } from './RowMenuHost'
import styles from './table.module.css'
import type { Column, HasId } from './types'
import { useStable } from './useStable'
import { useVirtualRows } from './useVirtualRows'

/** Pixels: a head and three lines, as most cards have; the real height is measured. */
const CARD_HEIGHT = 120
const CARD_GAP = 10

/** The rows as cards, for a phone; of many only those in sight. */
export function CardList<Row extends HasId>(props: DataTableProps<Row>) {
  const { rows, columns, selection, rowActions, activeId } = props
  const body = useRef<HTMLUListElement>(null)
  const { indexes, padding, measure } = useVirtualRows({
    count: rows.length,
    height: CARD_HEIGHT,
    gap: CARD_GAP,
    body,
    activeIndex: activeId === undefined ? -1 : rows.findIndex(({ id }) => id === activeId),
  })
  const label = useStable(props.label)
  const linkOf = useStable((row: Row) => props.linkOf?.(row))
  const onOpen = useStable((row: Row) => props.onOpen?.(row))
  const onSelect = useStable((row: Row) => selection?.toggle(row))
  return (
    <RowMenuHost actions={rowActions}>
      <ul
        ref={body}
        className={styles.cards}
        style={padding}
        aria-busy={props.isLoading}
        data-loading={props.isLoading}
      >
        {indexes.map((index) => {
          const row = rows[index]!
          return (
            <RowCard<Row>
              key={row.id}
              {...{ row, index, columns, label, linkOf, measure }}
              count={rows.length}
              isSelected={selection ? selection.has(row.id) : undefined}
              isActive={row.id === activeId}
              hasActions={rowActions.length > 0}
              onSelect={onSelect}
              onOpen={props.onOpen && onOpen}
            />
          )
        })}
      </ul>
    </RowMenuHost>
  )
}

interface CardProps<Row extends HasId> {
  row: Row
  index: number
  count: number
  columns: Column<Row>[]
  label: (row: Row) => string
  linkOf: (row: Row) => string | undefined
  isSelected: boolean | undefined
  isActive: boolean
  hasActions: boolean
  onSelect: (row: Row) => void
  onOpen: ((row: Row) => void) | undefined
  measure: ((element: Element | null) => void) | undefined
}

function DrawnCard<Row extends HasId>(props: CardProps<Row>) {
  const { row, index, columns, label, linkOf, isSelected, isActive } = props
  const { onSelect, onOpen, hasActions, measure, count } = props
  const { t } = useTranslation()
  const main = columns.find(({ isMain }) => isMain)
  const lines = columns.filter(({ isMain, isWideOnly }) => !isMain && !isWideOnly)
  const link = linkOf(row)
  const title = main ? main.render(row) : label(row)
  return (
    <li
      ref={measure}
      data-row={row.id}
      data-index={index}
      data-active={isActive || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <div className={styles.cardHead}>
        {isSelected !== undefined && (
          <PickBox label={label(row)} isChecked={isSelected} onToggle={() => onSelect(row)} />
        )}
        {link ? (
          <Link to={link} className={styles.main}>
            {title}
          </Link>
        ) : (
          <span className={styles.main}>{title}</span>
        )}
        {hasActions && <RowMenuButton row={row} label={label(row)} />}
      </div>
      <dl className={styles.lines}>
        {lines.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
      {onOpen && (
        <button
          type="button"
          className={styles.look}
          aria-label={t('table.look', { name: label(row) })}
          onClick={() => onOpen(row)}
        />
      )}
    </li>
  )
}

const RowCard = memo(DrawnCard) as typeof DrawnCard
