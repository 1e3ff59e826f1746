import { SafetyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import {
  useDeleteAllElevatorAccessRulesMutation,
  useRuleList,
  type ElevatorAccessRule,
} from './api'
import { elevatorAccessRules } from './resource'
import { RulePreview } from './RulePreview'
import { useRuleColumns } from './useRuleColumns'
import { useRuleFilters } from './useRuleFilters'

const paths = pathsOf(elevatorAccessRules)

/** Rules that give users floors. */
export default function ElevatorAccessRuleListPage() {
  const { t } = useTranslation('elevator-access-rules')
  const { meets } = useCan()
  const list = useListState({ sort: elevatorAccessRules.defaultSort })
  const rows = useRuleList(list.query)
  const columns = useRuleColumns()
  const filters = useRuleFilters()
  const removal = useRuleRemoval()
  const linkOf = ({ id }: ElevatorAccessRule) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(elevatorAccessRules.can.remove) ? removal.removeRows : undefined,
  })
  const add = meets(elevatorAccessRules.can.create) && (
    <AddButton to={paths.add}>{t('add')}</AddButton>
  )
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="elevator-access-rules"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={elevatorAccessRules.label}
        linkOf={linkOf}
        preview={(rule) => <RulePreview rule={rule} />}
        useRow={elevatorAccessRules.api.useGet}
        {...actions}
        empty={{
          icon: SafetyOutlined,
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
  const { t } = useTranslation('elevator-access-rules')
  const [remove] = useDeleteAllElevatorAccessRulesMutation()
  return useRemoval<ElevatorAccessRule>({
    remove,
    label: elevatorAccessRules.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
