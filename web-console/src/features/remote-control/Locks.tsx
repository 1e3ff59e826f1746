import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOpenDoor, type Device } from '@/features/devices'
import { Reason } from '@/kit/feedback'
import styles from './RemoteControl.module.css'

/** Every lock of the device at once. */
const ALL_LOCKS = 0

/** A button for each lock of the device, and one for all where there are several. */
export function Locks({ device }: { device: Device }) {
  const { t } = useTranslation(['remote-control', 'devices'])
  const door = useOpenDoor()
  const why = door.why(device)
  const count = door.locksOf(device) ?? 0
  const buttons = Array.from({ length: count }, (_, at) => ({
    lock: at + 1,
    label: count === 1 ? t('devices:open.action') : t('devices:open.lock', { number: at + 1 }),
    icon: count === 1 ? <UnlockOutlined /> : <LockOutlined />,
  }))
  if (count > 1)
    buttons.push({ lock: ALL_LOCKS, label: t('devices:open.all'), icon: <UnlockOutlined /> })
  return (
    <section className={styles.card} aria-label={t('locks')}>
      <h2>{t('locks')}</h2>
      {count === 0 && <p className={styles.soft}>{t('devices:open.noLocks')}</p>}
      <div className={styles.locks}>
        {buttons.map(({ lock, label, icon }) => (
          <Reason key={lock} why={why}>
            <Button
              size="large"
              type={count === 1 ? 'primary' : 'default'}
              icon={icon}
              disabled={Boolean(why) || door.isOpening}
              onClick={() => void door.openLock(device, lock)}
            >
              {label}
            </Button>
          </Reason>
        ))}
      </div>
    </section>
  )
}
