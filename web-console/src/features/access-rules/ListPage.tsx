import { KeyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteAllAccessRulesMutation, useAccessRuleList, type AccessRule } from './api'
import { accessRules } from './resource'
import { AccessRulePreview } from './AccessRulePreview'
import { useAccessRuleColumns } from './useAccessRuleColumns'
import { useAccessRuleFilters } from './useAccessRuleFilters'

const paths = pathsOf(accessRules)

export default function AccessRuleListPage() {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  const list = useListState({ sort: accessRules.defaultSort })
  const rows = useAccessRuleList(list.query)
  const columns = useAccessRuleColumns()
  const filters = useAccessRuleFilters()
  const removal = useAccessRuleRemoval()
  const linkOf = ({ id }: AccessRule) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(accessRules.can.remove) ? removal.removeRows : undefined,
  })
  const add = meets(accessRules.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="access-rules"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={accessRules.label}
        linkOf={linkOf}
        preview={(rule) => <AccessRulePreview rule={rule} />}
        useRow={accessRules.api.useGet}
        {...actions}
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
    remove,
    label: accessRules.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
