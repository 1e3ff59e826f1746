import { ArrowDownOutlined, ArrowUpOutlined, FieldTimeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { RelativeTime } from '@/kit/time'
import { useRecentCalls, type HistoryCall } from '../api'
import { useOwnNumber } from '../context'
import { DialButtons } from './DialButtons'
import { durationParts } from './duration'
import styles from './lists.module.css'
import { recentOf } from './recents'
import { SosMark } from './SosMark'

export function Recents() {
  const { t } = useTranslation('phone')
  const own = useOwnNumber() ?? ''
  const [page, setPage] = useState(1)
  const { data, error, isLoading, refetch } = useRecentCalls(own, page)

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isLoading || !data) return <Loading title={false} paragraph={{ rows: 8 }} />
  if (data.items.length === 0) {
    return (
      <EmptyState icon={FieldTimeOutlined} title={t('recents.none')} text={t('recents.noneText')} />
    )
  }
  const pages = Math.ceil(data.total / data.size)
  return (
    <>
      <ul className={styles.list} aria-label={t('options.sections.recents')}>
        {data.items.map((call) => (
          <Row key={call.id} call={call} own={own} />
        ))}
      </ul>
      {pages > 1 && (
        <div className={styles.pages}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('recents.newer')}
          </Button>
          <span className="tabular">{t('recents.page', { page, pages })}</span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('recents.older')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ call, own }: { call: HistoryCall; own: string }) {
  const { t } = useTranslation('phone')
  const { direction, number, name, isMissed } = recentOf(call, own)
  const { key, values } = durationParts(call.duration)
  const outcome =
    call.status === 'answered'
      ? t(`options.duration.${key}`, values)
      : call.status && t(`options.outcome.${isMissed ? 'missed' : call.status}`)
  return (
    <li>
      <span
        className={styles.direction}
        data-missed={isMissed}
        role="img"
        aria-label={t(`options.direction.${isMissed ? 'missed' : direction}`)}
      >
        {direction === 'incoming' ? <ArrowDownOutlined /> : <ArrowUpOutlined />}
      </span>
      <div className={styles.text}>
        <strong data-missed={isMissed}>
          {name || number} {call.is_sos && <SosMark />}
        </strong>
        <span>
          {name && (
            <>
              <span className="mono">{number}</span>
              {outcome && ' · '}
            </>
          )}
          {outcome}
          {call.created_at && (
            <>
              {' · '}
              <RelativeTime value={call.created_at} />
            </>
          )}
        </span>
      </div>
      {number && <DialButtons number={number} who={name || number} />}
    </li>
  )
}
