import { useTranslation } from 'react-i18next'
import { useAttempt, useRemoval } from '@/kit/feedback'
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
  const attempt = useAttempt()
  const [apply] = useApplyDeviceSettingsMutation()
  const [init] = useInitDeviceMutation()
  const [restart] = useRestartDeviceQueueMutation()
  const [remove] = useDeleteAllDevicesMutation()
  const { removeRows, report, closeReport } = useRemoval<Device>({
    remove,
    label: ({ name }) => name,
    title: (rows) => t('removal.title', { count: rows.length, name: rows[0]?.name }),
    text: t('removal.text'),
    done: (count) => t('removal.done', { count }),
  })

  const applySettings = ({ id }: Device) =>
    attempt(async () => {
      const { tasks } = await apply({ id, body: {} }).unwrap()
      return t('actions.applied', { count: tasks })
    })
  const restartQueue = ({ id }: Device) =>
    attempt(async () => {
      const { tasks } = await restart({ id, body: {} }).unwrap()
      return t('actions.restarted', { count: tasks })
    })
  const initialise = async ({ id, name }: Device) => {
    const question = {
      title: t('actions.initTitle', { name }),
      text: t('actions.initText'),
      action: t('actions.init'),
    }
    await attempt(async () => {
      const { tasks } = await init({ id, body: {} }).unwrap()
      return t('actions.initialised', { count: tasks })
    }, question)
  }
  /** Why nothing can be sent to a device: it has no link to the platform. */
  const whyNot = ({ protocol }: Device): string | false =>
    protocol === 'none' && t('actions.noProtocol')

  return {
    applySettings,
    restartQueue,
    initialise,
    removeDevices: removeRows,
    whyNot,
    report,
    closeReport,
  }
}
