import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import type { Column } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import type { Device } from './api'
import { DeviceStatusTag } from './DeviceStatusTag'
import { SyncTag } from './SyncTag'
import type { useOpenDoor } from './useOpenDoor'

export function useDeviceColumns(door: ReturnType<typeof useOpenDoor>): Column<Device>[] {
  const { t } = useTranslation('devices')
  const { open, why } = door
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('fields.name'),
        render: ({ name }) => name,
        sortable: true,
        isMain: true,
        width: 180,
      },
      {
        key: 'status',
        title: t('fields.status'),
        render: ({ device_info }) => <DeviceStatusTag info={device_info} />,
        width: 118,
      },
      {
        key: 'sync',
        title: t('fields.sync'),
        render: ({ device_info }) => <SyncTag info={device_info} />,
        width: 156,
      },
      {
        key: 'model',
        title: t('fields.model'),
        render: ({ model }) => <span className="mono">{model}</span>,
        sortable: true,
        width: 96,
      },
      {
        key: 'type',
        title: t('fields.type'),
        render: ({ type }) => (type ? t(`options.types.${type}`) : '—'),
        width: 132,
        isWideOnly: true,
      },
      {
        key: 'domain',
        title: t('fields.group'),
        render: ({ domain }) => domain?.name ?? '—',
        width: 140,
      },
      {
        key: 'serial_number',
        title: t('fields.serial'),
        render: ({ serial_number }) => <span className="mono">{serial_number}</span>,
        sortable: true,
        width: 116,
      },
      {
        key: 'identifiers',
        title: t('fields.identifiers'),
        render: ({ device_info }) => (
          <span className="tabular">{device_info?.identifiers_count ?? '—'}</span>
        ),
        align: 'end',
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'created_at',
        title: t('fields.created'),
        render: ({ created_at }) => <RelativeTime value={created_at} />,
        sortable: true,
        isOptional: true,
        isWideOnly: true,
      },
      {
        key: 'open',
        title: t('open.column'),
        render: (device) => <OpenButton device={device} open={open} why={why(device)} />,
        width: 104,
      },
    ],
    [t, open, why],
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
