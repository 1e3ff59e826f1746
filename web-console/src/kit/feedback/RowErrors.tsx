import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { useServerMessage } from '../errors'

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

/** What is wrong with a table, row by row, with the numbers that the sheet shows. */
export function RowErrors({ errors }: { errors: RowError[] }) {
  const { t } = useTranslation()
  const message = useServerMessage()
  return (
    <Table
      size="small"
      rowKey={({ index, field, message: text }) => `${index}-${field}-${text}`}
      dataSource={errors}
      pagination={errors.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: 420 }}
      columns={[
        { title: t('rows.row'), width: 80, render: (_: unknown, { index }) => index + HEADING },
        { title: t('rows.column'), width: 140, render: (_: unknown, { field }) => field || '—' },
        { title: t('rows.wrong'), render: (_: unknown, row) => message(row.message) },
      ]}
    />
  )
}
