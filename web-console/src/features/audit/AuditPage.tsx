import { AuditOutlined, EyeOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadMenu } from '@/kit/files'
import type { FilterField } from '@/kit/filter'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { ResourceTable } from '@/kit/table'
import { useAuditList, type AuditEvent } from './api'
import { AuditPreview } from './AuditPreview'
import { ACTIONS, RESOURCES } from './codes'
import { useAuditColumns } from './useAuditColumns'
import { useAuditWords } from './useAuditWords'

/** Who did what to what, with what it was and what it is. */
export default function AuditPage() {
  const { t } = useTranslation('audit')
  const list = useListState({ sort: '-id' })
  const rows = useAuditList(list.query)
  const columns = useAuditColumns()
  const filters = useAuditFilters()
  const { actionOf, resourceOf } = useAuditWords()
  const label = ({ action, resource, resource_name }: AuditEvent) =>
    [`${actionOf(action)}: ${resourceOf(resource)}`, resource_name].filter(Boolean).join(' · ')
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={<DownloadMenu path="/audit-events/download" name="audit" query={list.query} />}
    >
      <ResourceTable
        id="audit"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={label}
        preview={(event) => <AuditPreview event={event} />}
        rowActions={[
          {
            key: 'look',
            label: t('look'),
            icon: <EyeOutlined />,
            run: ({ id }) => list.set({ preview: String(id) }),
          },
        ]}
        empty={{ icon: AuditOutlined, title: t('empty.title'), text: t('empty.text') }}
      />
    </Page>
  )
}

function useAuditFilters(): FilterField[] {
  const { t } = useTranslation('audit')
  const { actionOf, resourceOf } = useAuditWords()
  return useMemo(
    () => [
      { field: 'at', label: t('fields.at'), type: 'time' },
      { field: 'user_name', label: t('fields.who'), type: 'text' },
      {
        field: 'action',
        label: t('fields.action'),
        type: 'choice',
        options: ACTIONS.map((value) => ({ value, label: actionOf(value) })),
      },
      {
        field: 'resource',
        label: t('fields.resource'),
        type: 'choice',
        options: RESOURCES.map((value) => ({ value, label: resourceOf(value) })),
      },
      { field: 'resource_name', label: t('fields.name'), type: 'text' },
      { field: 'resource_id', label: t('fields.resourceId'), type: 'number' },
      { field: 'ip', label: t('fields.ip'), type: 'text' },
    ],
    [t, actionOf, resourceOf],
  )
}
