import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { summarise, useConfirm } from '@/kit/feedback'
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
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [restart] = useRestartDeviceTaskMutation()
  const [remove] = useDeleteAllDeviceTasksMutation()
  const [report, setReport] = useState<ReturnType<typeof summarise> | null>(null)

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

  const removeTasks = async (tasks: DeviceTask[]): Promise<boolean> => {
    const isSure = await confirm({
      title: t('removal.title', { count: tasks.length }),
      text: t('removal.text'),
      action: t('removal.action'),
    })
    if (!isSure) return false
    try {
      const { items } = await remove({
        deleteAllRequestInput: { items: tasks.map(({ id }) => id) },
      }).unwrap()
      const summary = summarise(items, tasks, ({ kind }) => words.kind(kind))
      if (summary.done > 0) alerts.success(t('removal.done', { count: summary.done }))
      setReport(summary)
      return summary.done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  return { restartTasks, removeTasks, report, closeReport: () => setReport(null) }
}
