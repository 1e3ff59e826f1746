import { useNavigate } from 'react-router'
import type { BulkAction, RowAction } from './types'
import { useCommonActions } from './useCommonActions'

interface Options<Row> {
  linkOf: (row: Row) => string
  /** Asks, and deletes; absent: nothing may be deleted. */
  remove?: (rows: Row[]) => Promise<boolean>
  /** Why one row cannot be deleted; several together are tried, and the server says which stay. */
  whyKept?: (row: Row) => string | false
}

/** What can be done with most rows: they are edited, and deleted one by one or together. */
export function useEditActions<Row>({ linkOf, remove, whyKept }: Options<Row>) {
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const rowActions: RowAction<Row>[] = [{ ...edit, run: (row) => void navigate(linkOf(row)) }]
  const bulkActions: BulkAction<Row>[] = []
  if (remove) {
    rowActions.push({ ...deletion, disabled: whyKept, run: (row) => void remove([row]) })
    bulkActions.push({ ...deletion, run: remove })
  }
  return { rowActions, bulkActions }
}
