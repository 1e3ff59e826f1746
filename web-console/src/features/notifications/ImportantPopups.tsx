import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePreference } from '@/kit/preferences'
import { useReadNotificationsMutation, type Notification } from './api'
import { hiddenUpTo, popupsOf } from './hidden'
import styles from './ImportantPopups.module.css'
import { NotificationItem } from './NotificationItem'

/** Important notifications over every page until somebody has seen them. */
export function ImportantPopups({ items }: { items: Notification[] }) {
  const { t } = useTranslation('notifications')
  const [hidden, setHidden] = usePreference(hiddenUpTo)
  const [read] = useReadNotificationsMutation()
  const { shown, more } = popupsOf(items, hidden)
  const newest = shown[0]?.id
  if (newest === undefined) return null
  const seen = (id: number) => void read({ readNotificationsRequestInput: { id } })
  return createPortal(
    <aside className={styles.popups} aria-label={t('importantTitle')} aria-live="assertive">
      {shown.map((notification) => (
        <div key={notification.id} className={styles.popup}>
          <NotificationItem
            notification={notification}
            onLeave={() => seen(notification.id)}
            action={
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('markRead')}
                onClick={() => seen(notification.id)}
              />
            }
          />
        </div>
      ))}
      <div className={styles.foot}>
        {more > 0 && <span>{t('moreImportant', { count: more })}</span>}
        <Button size="small" onClick={() => setHidden(newest)}>
          {t('hideAll')}
        </Button>
        <Link to="/notifications" onClick={() => setHidden(newest)}>
          {t('seeAll')}
        </Link>
      </div>
    </aside>,
    document.body,
  )
}
