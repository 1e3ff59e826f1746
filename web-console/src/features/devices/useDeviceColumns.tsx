import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import { columnsOf, useFieldLabel } from '@/kit/fields'
import type { Column } from '@/kit/table'
import type { Device } from './api'
import { DeviceStatusTag } from './DeviceStatusTag'
import { deviceFields } from './fields'
import { SyncTag } from './SyncTag'
import type { useOpenDoor } from './useOpenDoor'

export function useDeviceColumns(door: ReturnType<typeof useOpenDoor>): Column<Device>[] {
  const { t } = useTranslation('devices')
  const label = useFieldLabel('devices')
  const { open, why } = door
  return useMemo(
    () =>
      columnsOf<Device>(deviceFields, label, {
        status: ({ device_info }) => <DeviceStatusTag info={device_info} />,
        sync: ({ device_info }) => <SyncTag info={device_info} />,
        type: ({ type }) => (type ? t(`options.types.${type}`) : '—'),
        domain: ({ domain }) => domain?.name ?? '—',
        identifiers: ({ device_info }) => (
          <span className="tabular">{device_info?.identifiers_count ?? '—'}</span>
        ),
        open: (device) => <OpenButton device={device} open={open} why={why(device)} />,
      }),
    [t, label, open, why],
  )
}

interface OpenProps {
  device: Device
  open: (device: Device) => void
  why: string | false
}

/** One tap to unlock, in the row itself. */
function OpenButton({ device, open, why }: OpenProps) {
  const { t } = useTranslation('devices')
  return (
    <Reason why={why}>
      <Button
        size="small"
        icon={<UnlockOutlined />}
        disabled={Boolean(why)}
        style={{ position: 'relative', zIndex: 1 }}
        aria-label={t('open.of', { name: device.name })}
        onClick={(event) => {
          event.stopPropagation()
          open(device)
        }}
      >
        {t('open.short')}
      </Button>
    </Reason>
  )
}
