import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { summarise, useConfirm } from '@/kit/feedback'
import {
  useApplyDeviceSettingsMutation,
  useDeleteAllDevicesMutation,
  useInitDeviceMutation,
  useRestartDeviceQueueMutation,
  type Device,
} from './api'

/** What the platform can do to devices: three different things, and deletion. */
export function useDeviceActions() {
  const { t } = useTranslation('devices')
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [apply] = useApplyDeviceSettingsMutation()
  const [init] = useInitDeviceMutation()
  const [restart] = useRestartDeviceQueueMutation()
  const [remove] = useDeleteAllDevicesMutation()
  const [report, setReport] = useState<ReturnType<typeof summarise> | null>(null)

  const attempt = async (
    act: () => Promise<{ tasks: number }>,
    done: (tasks: number) => string,
  ) => {
    try {
      const { tasks } = await act()
      alerts.success(done(tasks))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const applySettings = ({ id }: Device) =>
    attempt(
      () => apply({ id, body: {} }).unwrap(),
      (count) => t('actions.applied', { count }),
    )
  const restartQueue = ({ id }: Device) =>
    attempt(
      () => restart({ id, body: {} }).unwrap(),
      (count) => t('actions.restarted', { count }),
    )
  const initialise = async ({ id, name }: Device) => {
    const isSure = await confirm({
      title: t('actions.initTitle', { name }),
      text: t('actions.initText'),
      action: t('actions.init'),
    })
    if (!isSure) return
    await attempt(
      () => init({ id, body: {} }).unwrap(),
      (count) => t('actions.initialised', { count }),
    )
  }
  const removeDevices = async (rows: Device[]): Promise<boolean> => {
    const isSure = await confirm({
      title: t('removal.title', { count: rows.length, name: rows[0]?.name }),
      text: t('removal.text'),
      action: t('removal.action'),
    })
    if (!isSure) return false
    try {
      const { items } = await remove({
        deleteAllRequestInput: { items: rows.map(({ id }) => id) },
      }).unwrap()
      const summary = summarise(items, rows, ({ name }) => name)
      if (summary.done > 0) alerts.success(t('removal.done', { count: summary.done }))
      setReport(summary)
      return summary.done > 0
    } catch (error) {
      alerts.error(errorText(error))
      return false
    }
  }
  /** Why nothing can be sent to a device: it has no link to the platform. */
  const whyNot = ({ protocol }: Device): string | false =>
    protocol === 'none' && t('actions.noProtocol')

  return {
    applySettings,
    restartQueue,
    initialise,
    removeDevices,
    whyNot,
    report,
    closeReport: () => setReport(null),
  }
}
