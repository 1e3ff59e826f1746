import { BranchesOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { Allowed, useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteAllForwardRulesMutation, useForwardRuleList, type ForwardRule } from './api'
import { forwardRules } from './resource'
import { ForwardRulePreview } from './ForwardRulePreview'
import { useRuleColumns } from './useRuleColumns'
import { useRuleFilters } from './useRuleFilters'

const paths = pathsOf(forwardRules)

/** Forward rules that several numbers may pick. */
export default function ForwardRuleListPage() {
  const { t } = useTranslation('forward-rules')
  const { meets } = useCan()
  const list = useListState({ sort: forwardRules.defaultSort })
  const rows = useForwardRuleList(list.query)
  const columns = useRuleColumns()
  const filters = useRuleFilters()
  const removal = useRuleRemoval()
  const linkOf = ({ id }: ForwardRule) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(forwardRules.can.remove) ? removal.removeRows : undefined,
  })
  const add = (
    <Allowed need={forwardRules.can.create}>
      <AddButton to={paths.add}>{t('add')}</AddButton>
    </Allowed>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="forward-rules"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={forwardRules.label}
        linkOf={linkOf}
        preview={(rule) => <ForwardRulePreview rule={rule} />}
        useRow={forwardRules.api.useGet}
        {...actions}
        empty={{
          icon: BranchesOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useRuleRemoval() {
  const { t } = useTranslation('forward-rules')
  const [remove] = useDeleteAllForwardRulesMutation()
  return useRemoval<ForwardRule>({
    remove,
    label: forwardRules.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
