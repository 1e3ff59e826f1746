import { ClockCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { BulkReport, useRemoval } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AddButton, ResourceTable, useEditActions } from '@/kit/table'
import { useDeleteAllTimeRulesMutation, useTimeRuleList, type TimeRule } from './api'
import { timeRules } from './resource'
import { TimeRulePreview } from './TimeRulePreview'
import { useTimeRuleColumns } from './useTimeRuleColumns'
import { useTimeRuleFilters } from './useTimeRuleFilters'

const paths = pathsOf(timeRules)

export default function TimeRuleListPage() {
  const { t } = useTranslation('time-rules')
  const { meets } = useCan()
  const list = useListState({ sort: timeRules.defaultSort })
  const rows = useTimeRuleList(list.query)
  const columns = useTimeRuleColumns()
  const filters = useTimeRuleFilters()
  const removal = useTimeRuleRemoval()
  const linkOf = ({ id }: TimeRule) => paths.edit(id)
  const actions = useEditActions({
    linkOf,
    remove: meets(timeRules.can.remove) ? removal.removeRows : undefined,
    whyKept: ({ access_rules: rules }) => rules.length > 0 && t('removal.inUse'),
  })
  const add = meets(timeRules.can.create) && <AddButton to={paths.add}>{t('add')}</AddButton>
  return (
    <Page title={t('title')} note={t('note')} actions={add}>
      <ResourceTable
        id="time-rules"
        list={list}
        rows={rows}
        columns={columns}
        filters={filters}
        label={timeRules.label}
        linkOf={linkOf}
        preview={(rule) => <TimeRulePreview rule={rule} />}
        useRow={timeRules.api.useGet}
        {...actions}
        empty={{
          icon: ClockCircleOutlined,
          title: t('empty.title'),
          text: t('empty.text'),
          action: add,
        }}
      />
      <BulkReport report={removal.report} onClose={removal.closeReport} />
    </Page>
  )
}

function useTimeRuleRemoval() {
  const { t } = useTranslation('time-rules')
  const [remove] = useDeleteAllTimeRulesMutation()
  return useRemoval<TimeRule>({
    remove,
    label: timeRules.label,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })
}
