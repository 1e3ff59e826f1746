import { DownOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import type { Device } from './api'
import { useDeviceActions } from './useDeviceActions'
import { useOpenDoor } from './useOpenDoor'
import { useRowActions } from './useRowActions'

/** Shown elsewhere on the page of a device. */
const ELSEWHERE = new Set(['open', 'edit', 'delete'])

/** What can be done with the device whose page this is. */
export function DeviceMenu({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const door = useOpenDoor()
  const actions = useRowActions(useDeviceActions(), door).filter(({ key }) => !ELSEWHERE.has(key))
  const why = door.why(device)
  return (
    <>
      {actions.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: actions.map(({ key, label, icon, isDanger, disabled }) => {
              const reason = disabled?.(device)
              return {
                key,
                icon,
                danger: isDanger,
                disabled: Boolean(reason),
                label: reason ? <Tooltip title={reason}>{label}</Tooltip> : label,
              }
            }),
            onClick: ({ key }) => actions.find((action) => action.key === key)?.run(device),
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end">
            {t('actions.title')}
          </Button>
        </Dropdown>
      )}
      <Reason why={why}>
        <Button
          type="primary"
          icon={<UnlockOutlined />}
          disabled={Boolean(why)}
          loading={door.isOpening}
          onClick={() => door.open(device)}
        >
          {t('open.action')}
        </Button>
      </Reason>
      {door.dialog}
    </>
  )
}
