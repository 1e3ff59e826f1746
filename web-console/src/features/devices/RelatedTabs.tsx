import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import { DeviceTaskList } from '@/features/device-tasks'
import { LatestEvents } from '@/features/events'
import { linkOfDevice, ofDevice } from './related'
import styles from './RelatedTabs.module.css'

/** Rows of the log on the page of a device. */
const EVENTS = 20

/** What the platform sends to this device. */
export function TasksTab({ deviceId }: { deviceId: Id }) {
  const { t } = useTranslation('devices')
  return (
    <>
      <Link className={styles.all} to={linkOfDevice('/devices/tasks', deviceId)}>
        {t('allTasks')}
      </Link>
      <DeviceTaskList deviceId={deviceId} />
    </>
  )
}

/** What this device reported. */
export function EventsTab({ deviceId }: { deviceId: Id }) {
  const { t } = useTranslation('devices')
  return (
    <>
      <Link className={styles.all} to={linkOfDevice('/devices/events', deviceId)}>
        {t('allEvents')}
      </Link>
      <LatestEvents source="devices" count={EVENTS} filters={ofDevice(deviceId)} isOfOneDevice />
    </>
  )
}
