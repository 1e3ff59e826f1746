import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/kit/errors'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { DownloadMenu } from '@/kit/files'
import { narrow, NO_FILTERS, useListState, type ListControl } from '@/kit/list'
import { Page } from '@/kit/page'
import type { EventSource } from './api'
import { DEVICE, USER } from './entities'
import { byDay } from './byDay'
import { EventRow } from './EventRow'
import { isFresh } from './feed'
import styles from './feed.module.css'
import { FeedToolbar } from './FeedToolbar'
import { useDays } from './useDays'
import { useFeed } from './useFeed'

const NARROWED_BY = [DEVICE.field, USER.field]

/** Where a log comes from as a table, and what the file is called. */
const FILES = {
  access: { path: '/events/access-control/download', name: 'access-control-events' },
  devices: { path: '/events/devices/download', name: 'device-events' },
} as const satisfies Record<EventSource, { path: string; name: string }>

/** A log of events, live. */
export function FeedPage({ source }: { source: EventSource }) {
  const { t } = useTranslation('events')
  const list = useListState()
  const filters = narrow(list.state.filters, NARROWED_BY)
  const control = useFeed(source, { filters, search: list.query.search })
  return (
    <Page
      title={t(`options.title.${source}`)}
      note={t(`options.note.${source}`)}
      actions={<DownloadMenu {...FILES[source]} query={{ filters, search: list.query.search }} />}
    >
      <FeedToolbar source={source} list={list} feed={control.feed} change={control.change} />
      <Rows control={control} list={list} />
    </Page>
  )
}

interface RowsProps {
  control: ReturnType<typeof useFeed>
  list: ListControl
}

function Rows({ control: { feed, reload, loadOlder }, list }: RowsProps) {
  const { t } = useTranslation('events')
  const errorText = useErrorText()
  const { dayOf, headingOf } = useDays()
  if (feed.status === 'loading' && feed.shown.length === 0) {
    return <Loading title={false} paragraph={{ rows: 10 }} className={styles.skeleton} />
  }
  if (feed.status === 'failed') return <ErrorState error={feed.error} onRetry={reload} />
  if (feed.shown.length === 0) return <Nothing list={list} />
  const days = byDay(feed.shown, dayOf)
  return (
    <>
      <ul className={styles.list} aria-label={t('list')}>
        {days.map(({ day, events }) => (
          <Fragment key={`${day} ${events[0]?.id}`}>
            <li className={styles.day}>
              <h2>{headingOf(day)}</h2>
            </li>
            {events.map((event) => (
              <EventRow key={event.id} event={event} isFresh={isFresh(feed, event)} />
            ))}
          </Fragment>
        ))}
      </ul>
      <div className={styles.footer}>
        {feed.error !== undefined && <p className={styles.failed}>{errorText(feed.error)}</p>}
        {feed.hasOlder ? (
          <Button icon={<HistoryOutlined />} onClick={() => void loadOlder()}>
            {t('older')}
          </Button>
        ) : (
          t('end')
        )}
      </div>
    </>
  )
}

function Nothing({ list }: { list: ListControl }) {
  const { t } = useTranslation('events')
  const isNarrowed = list.state.search !== '' || list.state.filters.items.length > 0
  if (!isNarrowed) {
    return <EmptyState icon={HistoryOutlined} title={t('empty.title')} text={t('empty.text')} />
  }
  return (
    <EmptyState
      icon={HistoryOutlined}
      title={t('noMatch.title')}
      text={t('noMatch.text')}
      action={
        <Button onClick={() => list.set({ search: '', filters: NO_FILTERS })}>
          {t('noMatch.clear')}
        </Button>
      }
    />
  )
}
