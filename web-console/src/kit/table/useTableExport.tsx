import { DownloadOutlined } from '@ant-design/icons'
import { useCallback, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TableExport } from './TableExport'
import type { BulkAction, Column, HasId } from './types'

/** Saves the selected rows with the columns that are shown. */
export function useTableExport<Row extends HasId>(
  fileName: string,
  columns: Column<Row>[],
): { action: BulkAction<Row>; node: ReactNode } {
  const { t } = useTranslation()
  // The columns of the moment: what changes meanwhile is no part of the file.
  const [work, setWork] = useState<{ rows: Row[]; columns: Column<Row>[] }>()
  const end = useCallback(() => setWork(undefined), [])
  return {
    action: {
      key: 'export',
      label: t('bulk.export'),
      icon: <DownloadOutlined />,
      run: async (rows) => {
        setWork({ rows, columns })
        return false
      },
    },
    node: work && <TableExport {...work} fileName={fileName} onEnd={end} />,
  }
}
