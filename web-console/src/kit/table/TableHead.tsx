import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { PickBox } from './PickBox'
import { orderOf, sortBy, type SortOrder } from './sorting'
import styles from './table.module.css'
import type { Column, HasId } from './types'
import type { Selection } from './useSelection'

interface Props<Row extends HasId> {
  columns: Column<Row>[]
  rows: Row[]
  sort: string
  onSort: (sort: string) => void
  selection?: Selection<Row>
  hasActions: boolean
}

const ARIA_SORT = { ascend: 'ascending', descend: 'descending' } as const

export function TableHead<Row extends HasId>(props: Props<Row>) {
  const { columns, rows, sort, onSort, selection, hasActions } = props
  const { t } = useTranslation()
  const picked = selection ? rows.filter(({ id }) => selection.has(id)).length : 0
  const isAll = picked > 0 && picked === rows.length
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selection && (
          <th role="columnheader" className={styles.pick}>
            <PickBox
              label={t('table.selectPage')}
              isChecked={isAll}
              isPartly={picked > 0 && !isAll}
              onToggle={() => selection.setVisible(isAll ? [] : rows.map(({ id }) => id))}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {hasActions && (
          <th role="columnheader" className={styles.actions}>
            <span className="visually-hidden">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  sort: string
  onSort: (sort: string) => void
}

function HeadCell<Row>({ column, sort, onSort }: CellProps<Row>) {
  const { key, title, isMain, align, sortable, sortKey = key } = column
  const order = orderOf(sort, sortKey)
  return (
    <th
      role="columnheader"
      className={isMain ? styles.mainCell : undefined}
      data-align={align}
      aria-sort={sortable ? (order ? ARIA_SORT[order] : 'none') : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className={styles.sorter}
          onClick={() => onSort(sortBy(sortKey, next(order)))}
        >
          <span>{title}</span>
          <span className={styles.carets} aria-hidden data-order={order}>
            <CaretUpOutlined />
            <CaretDownOutlined />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Up, down, and as the server sorts. */
const next = (order: SortOrder | null): SortOrder | null =>
  order === null ? 'ascend' : order === 'ascend' ? 'descend' : null
