import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { ExactTime, useDateFormat } from '@/kit/time'
import { useStatusHistory } from '../api'
import { percentOf, segmentsOf, summaryOf, type Segment } from './statusHistory'
import styles from './StatusHistory.module.css'

/** Times offline that are listed in words. */
const LISTED = 5

/** The last 30 days as a bar, and the same in words: since when it was away, and why. */
export function StatusHistory({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices')
  const format = useDateFormat()
  const id = useId()
  const { data, error, refetch } = useStatusHistory(deviceId)
  const segments = useMemo(() => (data ? segmentsOf(data) : []), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 2 }} />
  const { onlineShare, outages } = summaryOf(segments)
  const [start, end] = [segments[0]?.from ?? 0, segments.at(-1)?.to ?? 1]
  const text =
    onlineShare === undefined
      ? t('history.nothing')
      : t('history.summary', { percent: percentOf(onlineShare), count: outages.length })
  return (
    <div className={styles.history}>
      <div className={styles.bar} role="img" aria-label={text} aria-describedby={id}>
        {segments.map((segment) => (
          <span
            key={segment.from}
            className={styles.segment}
            data-status={segment.status}
            title={`${t(`options.segments.${segment.status}`)}: ${format.dateTime(new Date(segment.from))} – ${format.dateTime(new Date(segment.to))}`}
            style={{ flexGrow: (segment.to - segment.from) / (end - start) }}
          />
        ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{format.date(new Date(start))}</span>
        <span>{t('history.now')}</span>
      </div>
      <p>{text}</p>
      <ul id={id} className={styles.outages}>
        {outages.slice(0, LISTED).map((outage) => (
          <Outage key={outage.from} outage={outage} isNow={outage.to === end} />
        ))}
      </ul>
      {outages.length > LISTED && (
        <p className={styles.soft}>{t('history.more', { count: outages.length - LISTED })}</p>
      )}
    </div>
  )
}

function Outage({ outage, isNow }: { outage: Segment; isNow: boolean }) {
  const { t } = useTranslation('devices')
  const minutes = Math.max(1, Math.round((outage.to - outage.from) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  const length =
    days > 0
      ? t('history.days', { days, hours })
      : hours > 0
        ? t('history.hours', { hours, minutes: minutes % 60 })
        : t('history.minutes', { minutes })
  return (
    <li>
      <ExactTime value={new Date(outage.from).toISOString()} />
      <span>{isNow ? t('history.still', { length }) : length}</span>
      {outage.reason && (
        <span className={styles.soft}>{t(`options.statusReasons.${outage.reason}`)}</span>
      )}
    </li>
  )
}
