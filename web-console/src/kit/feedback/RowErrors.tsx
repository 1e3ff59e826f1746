import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { useServerMessage } from '../errors'
import { groupErrors, rangesOf } from './groupErrors'

/** A row of a table that cannot be taken. */
export interface RowError {
  /** From 0: the first row below the heading. */
  index: number
  /** The heading of the column; empty for the row as a whole. */
  field: string
  message: string
}

/** The heading is row 1 of a sheet, and sheets count from 1. */
const HEADING = 2
/** Runs of rows that are named for one mistake. */
const MAX_RANGES = 6

/** What is wrong with a table, row by row, with the numbers that the sheet shows. */
export function RowErrors({ errors }: { errors: RowError[] }) {
  const { t } = useTranslation()
  const message = useServerMessage()
  const groups = groupErrors(errors)
  return (
    <Table
      size="small"
      rowKey={({ field, message: text }) => `${field}-${text}`}
      dataSource={groups}
      pagination={groups.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: 420 }}
      columns={[
        {
          title: t('rows.row'),
          width: 120,
          render: (_: unknown, { rows }) => rangesOf(rows, HEADING, MAX_RANGES),
        },
        { title: t('rows.column'), width: 140, render: (_: unknown, { field }) => field || '—' },
        { title: t('rows.wrong'), render: (_: unknown, row) => message(row.message) },
      ]}
    />
  )
}
