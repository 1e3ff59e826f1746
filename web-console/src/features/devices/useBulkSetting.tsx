import { SettingOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkRun } from '@/kit/bulk'
import type { BulkAction } from '@/kit/table'
import { useUpdateDevice, type Device } from './api'
import { bodyBefore, type BulkSetting } from './bulkSettings'
import { BulkSettingDialog } from './BulkSettingDialog'

/** Gives the selected devices one setting, shows first what would change, and gives back what each had before. */
export function useBulkSetting(): { action: BulkAction<Device>; dialog: ReactNode } {
  const { t } = useTranslation('devices')
  const [chosen, setChosen] = useState<Device[]>([])
  const [update] = useUpdateDevice()
  const { run, dialog } = useBulkRun<Device>(({ name }) => name)

  const apply = (setting: BulkSetting, value: boolean | number, devices: Device[]) => {
    setChosen([])
    const canRevert = devices.every((device) => bodyBefore(setting, device) !== undefined)
    void run(devices, {
      title: t('bulkSetting.title', { count: devices.length }),
      done: (count) => t('bulkSetting.done', { count }),
      act: async ({ id }) => update({ id, body: setting.toBody(value) }).unwrap(),
      undo: canRevert
        ? async (device) =>
            update({ id: device.id, body: bodyBefore(setting, device) ?? {} }).unwrap()
        : undefined,
    })
  }
  const action: BulkAction<Device> = {
    key: 'setting',
    label: t('bulkSetting.action'),
    icon: <SettingOutlined />,
    // The selection stays, for a second setting of the same devices.
    run: async (rows) => {
      setChosen(rows)
      return false
    },
  }
  return {
    action,
    dialog: (
      <>
        {chosen.length > 0 && (
          <BulkSettingDialog devices={chosen} onApply={apply} onClose={() => setChosen([])} />
        )}
        {dialog}
      </>
    ),
  }
}
