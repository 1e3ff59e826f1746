import { CheckCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTopic } from '@/api/realtime'
import { DEVICE_TOPIC } from '@/features/devices'
import { RelativeTime } from '@/kit/time'
import { DashboardCard } from './DashboardCard'
import styles from './home.module.css'
import { linkTo, useDeviceTotals, withStatus } from './useTotals'

/** Doors that are away just now, the first ten of them. */
export function OfflineCard() {
  const { isShown } = useDeviceTotals()
  return isShown ? <Offline /> : null
}

function Offline() {
  const { t } = useTranslation('home')
  const { away, offline = 0, online = 0, isLoading, error } = useDeviceTotals()
  useTopic(DEVICE_TOPIC)
  const nothing = online === 0 ? t('offline.noDevices') : t('offline.none')
  return (
    <DashboardCard
      title={t('offline.title')}
      isLoading={isLoading}
      error={error}
      link={
        offline > 0
          ? { to: linkTo('/devices', withStatus('offline')), text: t('all', { count: offline }) }
          : undefined
      }
    >
      {away.length === 0 ? (
        <p className={styles.quiet}>
          {online > 0 && <CheckCircleOutlined aria-hidden />} {nothing}
        </p>
      ) : (
        <ul className={styles.rows}>
          {away.map(({ id, name, domain, device_info }) => (
            <li key={id}>
              <span>
                <Link to={`/devices/${id}`}>{name}</Link>
                <small>{domain?.name}</small>
              </span>
              <small>
                <RelativeTime value={device_info?.status_changed_at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}
