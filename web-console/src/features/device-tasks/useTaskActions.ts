import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useRemoval } from '@/kit/feedback'
import {
  useDeleteAllDeviceTasksMutation,
  useRestartDeviceTaskMutation,
  type DeviceTask,
} from './api'
import { useTaskWords } from './useTaskWords'

/** Tasks that a person may put back in the queue. */
export const canRestart = ({ status }: DeviceTask): boolean =>
  status === 'error' || status === 'stopped'

/** Restarts and deletes tasks, and says how it went. */
export function useTaskActions() {
  const { t } = useTranslation('device-tasks')
  const words = useTaskWords()
  const errorText = useErrorText()
  const [restart] = useRestartDeviceTaskMutation()
  const [remove] = useDeleteAllDeviceTasksMutation()
  const { removeRows, report, closeReport } = useRemoval<DeviceTask>({
    remove,
    label: ({ kind }) => words.kind(kind),
    title: (tasks) => t('removal.title', { count: tasks.length }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })

  const restartTasks = async (tasks: DeviceTask[]): Promise<boolean> => {
    const results = await Promise.allSettled(
      tasks.filter(canRestart).map(({ id }) => restart({ id, body: {} }).unwrap()),
    )
    const failed = results.find((result) => result.status === 'rejected')
    const done = results.filter(({ status }) => status === 'fulfilled').length
    if (done > 0) alerts.success(t('restarted', { count: done }))
    if (failed) alerts.error(errorText(failed.reason))
    return done > 0
  }
  return { restartTasks, removeTasks: removeRows, report, closeReport }
}
