import { EyeOutlined, HistoryOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { ListControl } from '@/kit/list'
import type { QueryResult } from '@/kit/resource'
import { ResourceTable } from '@/kit/table'
import type { Page } from '@/api/list'
import type { HistoryCall } from './api'
import { CallPreview } from './CallPreview'
import { partyText } from './Party'
import { useCallColumns } from './useCallColumns'
import { useCallFilters } from './useCallFilters'

interface Props {
  id: string
  list: ListControl
  rows: QueryResult<Page<HistoryCall>>
  isSosOnly?: boolean
  empty: { title: string; text: string }
}

/** Calls, each with a drawer; nothing about them can be changed. */
export function CallList({ id, list, rows, isSosOnly, empty }: Props) {
  const { t } = useTranslation('call-history')
  const columns = useCallColumns({ isSosOnly })
  const filters = useCallFilters({ isSosOnly })
  return (
    <ResourceTable
      id={id}
      list={list}
      rows={rows}
      columns={columns}
      filters={filters}
      label={({ from, to }) => `${partyText(from)} → ${partyText(to)}`}
      preview={(call) => <CallPreview call={call} />}
      rowActions={[
        {
          key: 'look',
          label: t('look'),
          icon: <EyeOutlined />,
          run: ({ id: call }) => list.set({ preview: String(call) }),
        },
      ]}
      empty={{ icon: HistoryOutlined, ...empty }}
    />
  )
}
