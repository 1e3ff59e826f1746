import { CheckOutlined, DownOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { RelativeTime } from '@/kit/time'
import { useListUnreadNotificationsQuery, useReadSeveralMutation } from './api'
import { groupImportant } from './important'
import styles from './ImportantStrip.module.css'
import { NotificationItem } from './NotificationItem'
import { useNotificationText, useNotificationTitle } from './NotificationText'

/** The server tells no more important notifications than these at once. */
const MAX_TOLD = 20

/** Important notifications above every page, in one line until somebody opens or acknowledges them. */
export function ImportantStrip() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const titleOf = useNotificationTitle()
  const textOf = useNotificationText()
  const { data } = useListUnreadNotificationsQuery()
  const [read, { isLoading }] = useReadSeveralMutation()
  const [isOpen, setOpen] = useState(false)
  const groups = groupImportant(data?.important ?? [], (each) =>
    [titleOf(each), textOf(each)].join('\n'),
  )
  const [latest] = groups
  if (!latest) return null

  const all = groups.flatMap(({ ids }) => ids)
  const acknowledge = (ids: number[]) => {
    read(ids)
      .unwrap()
      .catch((error: unknown) => void alerts.error(errorText(error)))
  }
  const summary = [titleOf(latest.newest), textOf(latest.newest)].filter(Boolean).join(' · ')
  return (
    <aside className={styles.strip} aria-label={t('importantTitle')} aria-live="polite">
      <div className={styles.line}>
        <WarningOutlined aria-hidden />
        <strong>
          {all.length >= MAX_TOLD
            ? t('importantMany', { max: MAX_TOLD })
            : t('importantCount', { count: all.length })}
        </strong>
        <span className={styles.summary} title={summary}>
          {summary} <RelativeTime value={latest.newest.created_at} />
        </span>
        <Button
          size="small"
          icon={<DownOutlined aria-hidden className={styles.arrow} data-open={isOpen} />}
          iconPlacement="end"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('hideImportant') : t('showImportant')}
        </Button>
        <Button
          size="small"
          icon={<CheckOutlined aria-hidden />}
          loading={isLoading}
          onClick={() => acknowledge(all)}
        >
          {t('acknowledgeAll')}
        </Button>
      </div>
      {isOpen && (
        <ul className={styles.groups}>
          {groups.map(({ key, newest, ids }) => (
            <li key={key}>
              <NotificationItem
                notification={newest}
                onLeave={() => acknowledge(ids)}
                action={
                  <span className={styles.end}>
                    {ids.length > 1 && <span className="tabular">× {ids.length}</span>}
                    <Button
                      size="small"
                      aria-label={t('acknowledgeOf', { name: titleOf(newest) })}
                      onClick={() => acknowledge(ids)}
                    >
                      {t('acknowledge')}
                    </Button>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
