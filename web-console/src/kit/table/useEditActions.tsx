import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { BulkAction, RowAction } from './types'

interface Options<Row> {
  linkOf: (row: Row) => string
  /** Asks, and deletes; absent: nothing may be deleted. */
  remove?: (rows: Row[]) => Promise<boolean>
}

/** What can be done with most rows: they are edited, and deleted one by one or together. */
export function useEditActions<Row>({ linkOf, remove }: Options<Row>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rowActions: RowAction<Row>[] = [
    {
      key: 'edit',
      label: t('edit'),
      icon: <EditOutlined />,
      run: (row) => void navigate(linkOf(row)),
    },
  ]
  const bulkActions: BulkAction<Row>[] = []
  if (remove) {
    const deletion = {
      key: 'delete',
      label: t('delete'),
      icon: <DeleteOutlined />,
      isDanger: true,
    }
    rowActions.push({ ...deletion, run: (row) => void remove([row]) })
    bulkActions.push({ ...deletion, run: remove })
  }
  return { rowActions, bulkActions }
}
