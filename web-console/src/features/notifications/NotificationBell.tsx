import { BellOutlined, SettingOutlined } from '@ant-design/icons'
import { Badge, Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useErrorText } from '@/kit/errors'
import { useListUnreadNotificationsQuery, useReadSeveralMutation, type Notification } from './api'
import styles from './NotificationBell.module.css'
import { NotificationItem } from './NotificationItem'
import { usePushedPages, useRenewedPush } from './push'

/** How many the dropdown shows. */
const SHOWN = 5
/** Milliseconds that the dropdown is open before what it shows counts as read. */
const READ_DELAY = 1_000

/** Unread notifications in the top bar: the last five, and a way to all of them. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const { data, error } = useListUnreadNotificationsQuery()
  const [isOpen, setOpen] = useState(false)
  const total = data?.total ?? 0
  useRenewedPush()
  usePushedPages()

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      styles={{ container: { padding: 0 } }}
      content={<Latest items={data?.items ?? []} error={error} onLeave={() => setOpen(false)} />}
    >
      {/* A wider number grows to the left, where nothing is: to the right is the profile. */}
      <Badge
        count={total}
        size="small"
        overflowCount={99}
        offset={[total > 9 ? -14 : -6, 6]}
        color="var(--alarm)"
      >
        <Button
          type="text"
          icon={<BellOutlined />}
          aria-label={t('bell', { count: total })}
          aria-expanded={isOpen}
        />
      </Badge>
    </Popover>
  )
}

interface LatestProps {
  items: Notification[]
  error: unknown
  onLeave: () => void
}

function Latest({ items, error, onLeave }: LatestProps) {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const [read] = useReadSeveralMutation()
  const told = useRef(new Set<number>())
  // What was unread at the opening stays in sight until the dropdown closes; what arrives joins it.
  const [shown, setShown] = useState<Notification[]>([])
  const newest = shown[0]?.id ?? 0
  const arrived = items.filter(({ id }) => id > newest)
  if (arrived.length > 0) setShown([...arrived, ...shown].slice(0, SHOWN))

  useEffect(() => {
    const unread = shown.map(({ id }) => id).filter((id) => !told.current.has(id))
    if (unread.length === 0) return undefined
    const timer = setTimeout(() => {
      for (const id of unread) told.current.add(id)
      void read(unread)
    }, READ_DELAY)
    return () => clearTimeout(timer)
  }, [shown, read])

  return (
    <section className={styles.panel} aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <Link to="/notifications/settings" aria-label={t('settings.title')} onClick={onLeave}>
          <SettingOutlined aria-hidden />
        </Link>
      </header>
      {error !== undefined && shown.length === 0 ? (
        <p className={styles.none}>{errorText(error)}</p>
      ) : shown.length === 0 ? (
        <p className={styles.none}>{t('none')}</p>
      ) : (
        <ul>
          {shown.map((notification) => (
            <li key={notification.id}>
              <NotificationItem notification={notification} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      <Link to="/notifications" className={styles.all} onClick={onLeave}>
        {items.length > SHOWN ? t('more', { count: items.length - SHOWN }) : t('seeAll')}
      </Link>
    </section>
  )
}
