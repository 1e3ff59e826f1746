import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { listArgs, type ListQuery } from '@/api/list'
import { API_BASE } from '@/api/limits'
import { address, type QueryValue } from './address'
import { useDownload } from './useDownload'

const FORMATS = ['xlsx', 'csv'] as const

interface Props {
  /** Of the call that gives the table, below the base of the API. */
  path: string
  /** The file without its ending, where the server says no name. */
  name: string
  query: ListQuery
  /** What the call takes besides. */
  args?: Record<string, QueryValue>
}

/** A list as a table in a file: what it shows now, all of its pages. */
export function DownloadMenu({ path, name, query, args: more }: Props) {
  const { t } = useTranslation()
  const [save, isSaving] = useDownload()
  const start = (format: string) => {
    const { filters, sort, search } = listArgs(query)
    const args = { export_format: format, filters, sort, search, ...more }
    void save(address(`${API_BASE}${path}`, args), `${name}.${format}`)
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: FORMATS.map((key) => ({ key, label: t(`options.formats.${key}`) })),
        onClick: ({ key }) => start(key),
      }}
    >
      <Button icon={<DownloadOutlined />} loading={isSaving}>
        {t('download')}
      </Button>
    </Dropdown>
  )
}
