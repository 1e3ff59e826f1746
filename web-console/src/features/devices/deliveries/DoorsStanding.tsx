import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTopic } from '@/api/realtime'
import type { Ref } from '@/api/types'
import { TASK_TOPIC } from '@/features/device-tasks'
import { pathsOf } from '@/kit/resource'
import { useDevice } from '../api'
import { DeviceStatusTag } from '../DeviceStatusTag'
import { devicesEntity } from '../entity'
import { DEVICE_TOPIC } from '../realtime'
import { SyncTag } from '../SyncTag'
import styles from './deliveries.module.css'

/** Whether doors are there and hold what they should: for what concerns many identifiers at once. */
export function DoorsStanding({ doors }: { doors: Ref[] }) {
  const { t } = useTranslation('devices')
  useTopic(DEVICE_TOPIC)
  useTopic(TASK_TOPIC)
  return (
    <ul className={styles.standing} aria-label={t('proof.doors')}>
      {doors.map((door) => (
        <DoorStanding key={door.id} door={door} />
      ))}
    </ul>
  )
}

function DoorStanding({ door }: { door: Ref }) {
  const { data } = useDevice(door.id)
  const info = data?.device_info ?? null
  return (
    <li>
      <Link to={pathsOf(devicesEntity).of(door.id)}>{door.name}</Link>
      {data && (
        <>
          <DeviceStatusTag info={info} />
          <SyncTag info={info} />
        </>
      )}
    </li>
  )
}
