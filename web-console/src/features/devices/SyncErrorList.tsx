import { IdcardOutlined, ScheduleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import { useTaskWords } from '@/features/device-tasks'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { RelativeTime } from '@/kit/time'
import { useListSyncErrorsQuery, type SyncError } from './api'
import styles from './SyncErrorList.module.css'

/** Identifiers and schedules that the device refused, and why. */
export function SyncErrorList({ deviceId }: { deviceId: Id }) {
  const { t } = useTranslation('devices')
  const { data, error, refetch } = useListSyncErrorsQuery({ id: deviceId })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={IdcardOutlined}
        title={t('syncErrors.noneTitle')}
        text={t('syncErrors.noneText')}
      />
    )
  }
  return (
    <>
      <p className={styles.note}>{t('syncErrors.text')}</p>
      <ul className={styles.list} aria-label={t('tabs.syncErrors')}>
        {data.items.map((item) => (
          <Row key={`${item.kind}-${item.link_id}`} item={item} />
        ))}
      </ul>
    </>
  )
}

function Row({ item }: { item: SyncError }) {
  const { t } = useTranslation('devices')
  const words = useTaskWords()
  const isSchedule = item.kind === 'schedule'
  const path = isSchedule ? 'schedules' : 'identifiers'
  const Icon = isSchedule ? ScheduleOutlined : IdcardOutlined
  return (
    <li>
      <Icon aria-hidden />
      <span>
        {/* Without a name: it is not there any more, or the user does not see it. */}
        {item.name ? (
          <Link to={`/${path}/${item.entity_id}/edit`}>{item.name}</Link>
        ) : (
          <span>{item.entity_id ? `#${item.entity_id}` : item.link_id}</span>
        )}
        <small>{t(isSchedule ? 'syncErrors.schedule' : 'syncErrors.identifier')}</small>
      </span>
      <strong>{words.error(item.error)}</strong>
      <small>
        <RelativeTime value={item.created_at} />
      </small>
    </li>
  )
}
