export { ResourceTable, type ResourceTableProps } from './ResourceTable'
export type { BulkAction, Column, EmptyContent, RowAction } from './types'
