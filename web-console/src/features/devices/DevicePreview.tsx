import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { LatestEvents } from '@/features/events'
import { Details } from '@/kit/details'
import { Reason } from '@/kit/feedback'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { useCan } from '@/kit/permissions'
import { RelativeTime } from '@/kit/time'
import { type Device, useModel } from './api'
import styles from './DevicePreview.module.css'
import { DeviceStatusTag } from './DeviceStatusTag'
import { deviceFields } from './fields'
import { ofDevice } from './related'
import { SyncTag } from './SyncTag'
import type { useOpenDoor } from './useOpenDoor'

interface Props {
  device: Device
  door: ReturnType<typeof useOpenDoor>
}

/** A device in the side drawer of the list. */
export function DevicePreview({ device, door }: Props) {
  const { t } = useTranslation('devices')
  const label = useFieldLabel('devices')
  const { can } = useCan()
  const model = useModel(device.type, device.model)
  const info = device.device_info
  const why = door.why(device)
  return (
    <div className={styles.preview}>
      <Reason why={why}>
        <Button
          type="primary"
          size="large"
          block
          icon={<UnlockOutlined />}
          disabled={Boolean(why)}
          loading={door.isOpening}
          onClick={() => door.open(device)}
        >
          {t('open.action')}
        </Button>
      </Reason>
      <Details
        rows={detailsOf<Device>(deviceFields, label, device, {
          status: () => <DeviceStatusTag info={info} />,
          since: () => <RelativeTime value={info?.status_changed_at} />,
          sync: () => <SyncTag info={info} />,
          model: () => device.model,
          type: () => device.type && t(`options.types.${device.type}`),
          domain: () => device.domain?.name,
          protocol: () => device.protocol && t(`options.protocols.${device.protocol}`),
          ip_address: () => device.ip_address && `${device.ip_address}:${device.port}`,
          identifiers: () =>
            model
              ? t('ofMax', { held: info?.identifiers_count ?? 0, max: model.max_identifiers })
              : info?.identifiers_count,
        })}
      />
      {can('can_view_device_events') && (
        <section className={styles.events}>
          <h2>{t('tabs.events')}</h2>
          <LatestEvents
            key={device.id}
            source="devices"
            count={5}
            filters={ofDevice(device.id)}
            isOfOneDevice
            isCompact
          />
        </section>
      )}
    </div>
  )
}
