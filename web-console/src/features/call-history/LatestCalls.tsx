import { HistoryOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { RelativeTime } from '@/kit/time'
import { useCallHistory, type HistoryCall } from './api'
import { CallStatusTag, DirectionMark, Duration, SosTag } from './CallTags'
import styles from './calls.module.css'
import { directionOf, type Side } from './direction'
import { Party } from './Party'

/** Calls shown here; the others are in the history. */
const SHOWN = 20

/** The latest calls of a user or a device, with the other side of each. */
export function LatestCalls(side: Side) {
  const { t } = useTranslation('call-history')
  const key = JSON.stringify(side)
  const filters = useMemo(() => filtersOf(JSON.parse(key) as Side), [key])
  const { data, error, refetch } = useCallHistory({
    page: 1,
    size: SHOWN,
    sort: '-created_at',
    filters,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 6 }} />
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={HistoryOutlined}
        title={t('latest.emptyTitle')}
        text={t('latest.emptyText')}
      />
    )
  }
  return (
    <section className={styles.latest}>
      <Link to={`/call-history?filters=${encodeURIComponent(JSON.stringify(filters))}`}>
        {t('latest.all')}
      </Link>
      <ul>
        {data.items.map((call) => (
          <CallRow key={call.id} call={call} side={side} />
        ))}
      </ul>
    </section>
  )
}

function CallRow({ call, side }: { call: HistoryCall; side: Side }) {
  const direction = directionOf(call, side)
  const other = direction === 'incoming' ? call.from : call.to
  return (
    <li>
      <span>
        <DirectionMark direction={direction} />
      </span>
      <span>
        <Party party={other} /> {call.is_sos && <SosTag />}
      </span>
      <CallStatusTag status={call.status} />
      <Duration seconds={call.duration} />
      <RelativeTime value={call.created_at} />
    </li>
  )
}

/** Either side of a call may be the user's; of a device, the server looks at both itself. */
function filtersOf(side: Side): Filters {
  if ('deviceId' in side) {
    return {
      match: 'match_all',
      items: [{ field: 'device_id', rule: 'equals', value: side.deviceId }],
    }
  }
  return {
    match: 'match_any',
    items: [
      { field: 'from_user_id', rule: 'equals', value: side.userId },
      { field: 'to_user_id', rule: 'equals', value: side.userId },
    ],
  }
}
