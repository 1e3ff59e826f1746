import { ReloadOutlined, SendOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useTopic } from '@/api/realtime'
import { BulkReport } from '@/kit/feedback'
import { useListState } from '@/kit/list'
import { Page } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { ResourceTable, useCommonActions } from '@/kit/table'
import { useTask, useTaskList } from './api'
import { TASK_TOPIC } from './realtime'
import { TaskPreview } from './TaskPreview'
import { canRestart, useTaskActions } from './useTaskActions'
import { useTaskColumns } from './useTaskColumns'
import { useTaskFilters } from './useTaskFilters'
import { useTaskWords } from './useTaskWords'

/** Commands on their way to the devices, live. */
export default function DeviceTaskListPage() {
  const { t } = useTranslation('device-tasks')
  const { can } = useCan()
  const list = useListState({ sort: '-created_at' })
  const tasks = useTaskList(list.query)
  const actions = useTaskActions()
  const { deletion } = useCommonActions()
  const columns = useTaskColumns()
  const filters = useTaskFilters()
  const words = useTaskWords()
  useTopic(TASK_TOPIC)
  const mayChange = can('can_edit_device')
  const restart = { key: 'restart', label: t('restart'), icon: <ReloadOutlined /> }
  return (
    <Page title={t('title')} note={t('note')}>
      <ResourceTable
        id="deviceTasks"
        list={list}
        rows={tasks}
        isLive
        columns={columns}
        filters={filters}
        label={({ kind, device }) => [words.kind(kind), device?.name].filter(Boolean).join(', ')}
        preview={(task) => <TaskPreview task={task} />}
        useRow={useTask}
        rowActions={
          mayChange
            ? [
                {
                  ...restart,
                  disabled: (task) => !canRestart(task) && t('onlyEnded'),
                  run: (task) => void actions.restartTasks([task]),
                },
                { ...deletion, run: (task) => void actions.removeTasks([task]) },
              ]
            : []
        }
        bulkActions={
          mayChange
            ? [
                {
                  ...restart,
                  disabled: (rows) => !rows.some(canRestart) && t('onlyEnded'),
                  run: actions.restartTasks,
                },
                { ...deletion, run: actions.removeTasks },
              ]
            : []
        }
        empty={{ icon: SendOutlined, title: t('empty.title'), text: t('empty.text') }}
      />
      <BulkReport report={actions.report} onClose={actions.closeReport} />
    </Page>
  )
}
