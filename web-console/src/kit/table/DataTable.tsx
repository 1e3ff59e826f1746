import { Table, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import { RowMenu } from './RowMenu'
import { orderOf, sortBy } from './sorting'
import styles from './table.module.css'
import { useDensity } from './tablePreferences'
import type { Column, HasId, RowAction } from './types'
import type { Selection } from './useSelection'

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

const DEFAULT_WIDTH = 160
/** Pixels that the footer covers at the end of the page. */
const FOOTER_HEIGHT = 44

/** The rows as a table, for a screen that has the room. */
export function DataTable<Row extends HasId>(props: DataTableProps<Row>) {
  const { rows, columns, onSort, isLoading, selection, onOpen, activeId } = props
  const [density] = useDensity()
  const antdColumns = useAntdColumns(props)
  const width = columns.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH), 88)

  const onChange: TableProps<Row>['onChange'] = (_pages, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter
    onSort(sortBy(String(one?.columnKey ?? ''), one?.order))
  }
  return (
    <Table<Row>
      className={styles.table}
      rowKey="id"
      size={density}
      columns={antdColumns}
      dataSource={rows}
      onChange={onChange}
      pagination={false}
      sticky={{
        getContainer: () => document.getElementById('page') ?? document.body,
        offsetScroll: FOOTER_HEIGHT,
      }}
      scroll={{ x: width }}
      aria-busy={isLoading}
      data-loading={isLoading}
      rowClassName={(row) => (row.id === activeId ? styles.active! : '')}
      onRow={(row) => ({
        'data-row': row.id,
        ...(onOpen && { className: styles.clickable, onClick: () => onOpen(row) }),
      })}
      rowSelection={
        selection && {
          columnWidth: 40,
          selectedRowKeys: selection.ids,
          onChange: (keys) => selection.setVisible(keys as Id[]),
          getCheckboxProps: (row) => ({
            'aria-label': props.label(row),
            onClick: (event) => event.stopPropagation(),
          }),
        }
      }
    />
  )
}

function useAntdColumns<Row extends HasId>(props: DataTableProps<Row>): TableColumnType<Row>[] {
  const { t } = useTranslation()
  const { columns, sort, rowActions, label, linkOf } = props
  const result = columns.map((column): TableColumnType<Row> => {
    const key = column.sortKey ?? column.key
    return {
      key,
      title: column.title,
      width: column.width ?? DEFAULT_WIDTH,
      align: column.align,
      ellipsis: true,
      sorter: column.sortable ?? false,
      sortOrder: orderOf(sort, key),
      fixed: column.isMain ? 'left' : undefined,
      render: (_value, row) =>
        column.isMain ? (
          <MainCell link={linkOf?.(row)}>{column.render(row)}</MainCell>
        ) : (
          column.render(row)
        ),
    }
  })
  if (rowActions.length > 0) {
    result.push({
      key: 'actions',
      title: <span className="visually-hidden">{t('table.actions')}</span>,
      width: 48,
      fixed: 'right',
      render: (_value, row) => <RowMenu row={row} label={label(row)} actions={rowActions} />,
    })
  }
  return result
}

function MainCell({ link, children }: { link?: string; children: ReactNode }) {
  if (!link) return <span className={styles.main}>{children}</span>
  return (
    <Link to={link} className={styles.main} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  )
}
