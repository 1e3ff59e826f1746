import { useTranslation } from 'react-i18next'
import { NotificationItem, useListUnreadNotificationsQuery } from '@/features/notifications'
import { DashboardCard } from './DashboardCard'
import styles from './home.module.css'

/** Rows of the card. */
const SHOWN = 4

/** Important notifications that nobody has read. */
export function ImportantCard() {
  const { t } = useTranslation('home')
  const { data, error, isLoading } = useListUnreadNotificationsQuery()
  const important = data?.important ?? []
  return (
    <DashboardCard
      title={t('important.title')}
      isLoading={isLoading}
      error={error}
      link={{ to: '/notifications', text: t('important.all') }}
    >
      {important.length === 0 ? (
        <p className={styles.quiet}>{t('important.none')}</p>
      ) : (
        <ul className={styles.notes}>
          {important.slice(0, SHOWN).map((notification) => (
            <li key={notification.id}>
              <NotificationItem notification={notification} />
            </li>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}
