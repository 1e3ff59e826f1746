import type { ComponentType, ReactNode } from 'react'
import type { Id } from '@/api/types'

export interface Column<Row> {
  /** Also the sort key, unless `sortKey` says another. */
  key: string
  title: string
  render: (row: Row) => ReactNode
  sortable?: boolean
  sortKey?: string
  /** Pixels. */
  width?: number
  align?: 'end'
  /** Always shown, at the left: the column that names the row. */
  isMain?: boolean
  /** Hidden until chosen in the column chooser. */
  isOptional?: boolean
  /** Left out of the card that stands for a row on a phone. */
  isWideOnly?: boolean
}

/** Something to do with one row, in the menu at its end. */
export interface RowAction<Row> {
  key: string
  label: string
  icon?: ReactNode
  isDanger?: boolean
  /** Why it cannot be done with this row; shown in a tooltip. */
  disabled?: (row: Row) => string | false
  run: (row: Row) => void
}

/** Something to do with every selected row. */
export interface BulkAction<Row> {
  key: string
  label: string
  icon?: ReactNode
  isDanger?: boolean
  /** Why it cannot be done; shown in a tooltip. */
  disabled?: (rows: Row[]) => string | false
  /** The selection is cleared once this resolves to true. */
  run: (rows: Row[]) => Promise<boolean>
}

/** What to show in place of an empty list: what the thing is for, and how to begin. */
export interface EmptyContent {
  icon: ComponentType
  title: string
  text: string
  /** The one primary action. */
  action?: ReactNode
}

export interface HasId {
  id: Id
}
