import { DeleteOutlined, EditOutlined, KeyOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ResourceTable, type RowAction } from '@/kit/table'
import { useDeleteAllAccessRulesMutation, useAccessRuleList, type AccessRule } from './api'
import { accessRules } from './resource'
import { AccessRulePreview } from './AccessRulePreview'
import { useAccessRuleColumns } from './useAccessRuleColumns'
import { useAccessRuleFilters } from './useAccessRuleFilters'

const paths = pathsOf(accessRules)

export default function AccessRuleListPage() {
  const { t } = useTranslation(['access-rules', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const list = useListState({ sort: accessRules.defaultSort })
  const rows = useAccessRuleList(list.query)
  const columns = useAccessRuleColumns()
  const filters = useAccessRuleFilters()
  const removal = useAccessRuleRemoval()
  const mayRemove = meets(accessRules.can.remove)

  const rowActions: RowAction<AccessRule>[] = [
    {
      key: 'edit',
      label: t('common:edit'),
      icon: <EditOutlined />,
      run: ({ id }) => void navigate(paths.edit(id)),
    },
  ]
  const remove = {
    key: 'delete',
    label: t('removal.action'),
    icon: <DeleteOutlined />,
    isDanger: true,
  }
  if (mayRemove) {
    rowActions.push({
      ...remove,
      run: (rule) => void removal.removeRows([rule]),
    })
  }
  const add = meets(accessRules.can.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(paths.add)}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="access-rules"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={accessRules.label}
        linkOf={({ id }) => paths.edit(id)}
        preview={(rule) => <AccessRulePreview rule={rule} />}
        useRow={accessRules.api.useGet}
        rowActions={rowActions}
        bulkActions={mayRemove ? [{ ...remove, run: removal.removeRows }] : []}
        empty={{
          icon: KeyOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useAccessRuleRemoval() {
  const { t } = useTranslation('access-rules')
  const [remove] = useDeleteAllAccessRulesMutation()
  return useRemoval<AccessRule>({
    remove: (items) => remove({ deleteAllRequestInput: { items } }).unwrap(),
    label: accessRules.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    action: t('removal.action'),
    done: (count) => t('removal.done', { count }),
  })
}
