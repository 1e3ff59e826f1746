import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import { useTopic } from '@/api/realtime'
import { ErrorState, Loading, Reason } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { useDeviceList } from './api'
import { DeviceStatusTag } from './DeviceStatusTag'
import { devicesEntity } from './entity'
import styles from './DoorList.module.css'
import { DEVICE_TOPIC } from './realtime'
import { SyncTag } from './SyncTag'
import { useOpenDoor } from './useOpenDoor'

/** Devices shown; the list has all of them. */
const SHOWN = 10

/** The devices that conditions let through, live, with a way to open their doors. */
export function DoorList({ filters }: { filters: Filters }) {
  const { t } = useTranslation('devices')
  useTopic(DEVICE_TOPIC)
  const { data, error, refetch } = useDeviceList({ page: 1, size: SHOWN, sort: 'name', filters })
  const door = useOpenDoor()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  if (data.items.length === 0) return <p className={styles.none}>{t('overview.noDevices')}</p>
  return (
    <>
      <ul className={styles.doors}>
        {data.items.map((device) => {
          const why = door.why(device)
          return (
            <li key={device.id}>
              <Link to={pathsOf(devicesEntity).of(device.id)}>{device.name}</Link>
              <DeviceStatusTag info={device.device_info} />
              <SyncTag info={device.device_info} />
              <Reason why={why}>
                <Button
                  size="small"
                  icon={<UnlockOutlined />}
                  disabled={Boolean(why)}
                  aria-label={t('open.of', { name: device.name })}
                  onClick={() => door.open(device)}
                >
                  {t('open.short')}
                </Button>
              </Reason>
            </li>
          )
        })}
      </ul>
      {door.dialog}
    </>
  )
}
