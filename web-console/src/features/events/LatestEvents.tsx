import { useTranslation } from 'react-i18next'
import type { Filters } from '@/api/list'
import { Loading } from '@/kit/feedback'
import { useErrorText } from '@/kit/errors'
import type { EventSource } from './api'
import { EventRow } from './EventRow'
import { isFresh } from './feed'
import styles from './latest.module.css'
import { useFeed } from './useFeed'

interface Props {
  source: EventSource
  /** How many rows. */
  count: number
  filters?: Filters
  /** The list is of one device: it is not named in each row. */
  isOfOneDevice?: boolean
  isCompact?: boolean
}

/** The newest events of a log, live, as a part of another page. */
export function LatestEvents({ source, count, filters, isOfOneDevice, isCompact }: Props) {
  const { t } = useTranslation('events')
  const errorText = useErrorText()
  const { feed } = useFeed(source, { filters })
  if (feed.status === 'failed') return <p className={styles.note}>{errorText(feed.error)}</p>
  if (feed.status === 'loading' && feed.shown.length === 0) {
    return <Loading title={false} paragraph={{ rows: 4 }} />
  }
  if (feed.shown.length === 0) return <p className={styles.note}>{t('empty.text')}</p>
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {feed.shown.slice(0, count).map((event) => (
        <EventRow
          key={event.id}
          event={event}
          isOfOneDevice={isOfOneDevice}
          isCompact={isCompact}
          isFresh={isFresh(feed, event)}
        />
      ))}
    </ul>
  )
}
