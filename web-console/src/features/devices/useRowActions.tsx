import {
  ControlOutlined,
  ImportOutlined,
  RedoOutlined,
  RollbackOutlined,
  SendOutlined,
  TableOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { accessMatrixPath, accessMatrixScreen } from '@/features/access-matrix'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useCommonActions, type RowAction } from '@/kit/table'
import { adoptPath } from './adoption/AdoptEntry'
import type { Device } from './api'
import { remoteControlOf } from './remoteControl'
import { devices } from './resource'
import type { useDeviceActions } from './useDeviceActions'
import type { useOpenDoor } from './useOpenDoor'

/** What can be done with one device, in its menu. */
export function useRowActions(
  actions: ReturnType<typeof useDeviceActions>,
  door: ReturnType<typeof useOpenDoor>,
): RowAction<Device>[] {
  const { t } = useTranslation('devices')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { can, meets } = useCan()
  const openDoor: RowAction<Device> = {
    key: 'open',
    label: t('open.action'),
    icon: <UnlockOutlined />,
    disabled: door.why,
    run: door.open,
  }
  const remote: RowAction<Device> = {
    key: 'remote',
    label: t('actions.remote'),
    icon: <ControlOutlined />,
    run: ({ id }) => void navigate(remoteControlOf(id)),
  }
  const who: RowAction<Device> = {
    key: 'who',
    label: t('actions.who'),
    icon: <TableOutlined />,
    run: ({ id }) => void navigate(accessMatrixPath({ deviceId: id })),
  }
  const sending: RowAction<Device>[] = [
    {
      key: 'adopt',
      label: t('actions.adopt'),
      icon: <ImportOutlined />,
      disabled: actions.whyNot,
      run: ({ id }) => void navigate(adoptPath(id)),
    },
    {
      key: 'apply',
      label: t('actions.apply'),
      icon: <SendOutlined />,
      disabled: actions.whyNot,
      run: (device) => void actions.applySettings(device),
    },
    {
      key: 'restart',
      label: t('actions.restart'),
      icon: <RedoOutlined />,
      disabled: actions.whyNot,
      run: (device) => void actions.restartQueue(device),
    },
    {
      key: 'init',
      label: t('actions.init'),
      icon: <RollbackOutlined />,
      isDanger: true,
      disabled: (device) =>
        actions.whyNot(device) || (device.management?.keep_list === true && t('actions.keepsList')),
      run: (device) => void actions.initialise(device),
    },
  ]
  return [
    openDoor,
    { ...edit, run: ({ id }) => void navigate(pathsOf(devices).edit(id)) },
    ...(meets(accessMatrixScreen.need) ? [who] : []),
    ...(can('can_edit_device') ? [remote, ...sending] : []),
    ...(meets(devices.can.remove)
      ? [{ ...deletion, run: (device: Device) => void actions.removeDevices([device]) }]
      : []),
  ]
}
