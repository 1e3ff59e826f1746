import { ExclamationOutlined } from '@ant-design/icons'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatusTag } from '@/kit/status'
import { RelativeTime } from '@/kit/time'
import type { Notification } from './api'
import { NotificationIcon } from './NotificationIcon'
import styles from './NotificationItem.module.css'
import { useNotificationText, useNotificationTitle } from './NotificationText'
import { eventWithImage, pageOf } from './text'

// Most notifications have none, and it is no part of the first load.
const NotificationImage = lazy(() => import('./NotificationImage'))

interface Props {
  notification: Notification
  /** The person followed its link. */
  onLeave?: () => void
  /** At the end of the row. */
  action?: ReactNode
}

/** One notification: its sign, what happened, to whom and where, and when. */
export function NotificationItem({ notification, onLeave, action }: Props) {
  const { t } = useTranslation('notifications')
  const title = useNotificationTitle()(notification)
  const text = useNotificationText()(notification)
  const page = pageOf(notification)
  const eventId = eventWithImage(notification)
  return (
    <div className={styles.item} data-unread={notification.read_at === null}>
      <NotificationIcon notification={notification} />
      <div className={styles.words}>
        <strong>
          {page ? (
            <Link to={page} onClick={onLeave}>
              {title}
            </Link>
          ) : (
            title
          )}
          {notification.read_at === null && (
            <span className={styles.dot}>
              <span className="visually-hidden">{t('unread')}</span>
            </span>
          )}
        </strong>
        {text && <span>{text}</span>}
      </div>
      {eventId !== undefined && (
        <Suspense fallback={null}>
          <NotificationImage eventId={eventId} label={[title, text].filter(Boolean).join(' · ')} />
        </Suspense>
      )}
      <div className={styles.end}>
        <small>
          <RelativeTime value={notification.created_at} />
        </small>
        {notification.significance === 'important' && (
          <StatusTag tone="error" icon={ExclamationOutlined}>
            {t('important')}
          </StatusTag>
        )}
      </div>
      {action}
    </div>
  )
}
