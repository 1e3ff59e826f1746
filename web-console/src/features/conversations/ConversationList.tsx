import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorState, Loading } from '@/kit/feedback'
import type { ListControl } from '@/kit/list'
import { useCan } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { SearchBox } from '@/kit/table'
import { RelativeTime } from '@/kit/time'
import { useConversationList, type Conversation } from './api'
import styles from './conversations.module.css'
import { conversationPath, isStaff } from './entity'

const VIEWS = ['all', 'open', 'taken', 'closed'] as const
type View = (typeof VIEWS)[number]

const viewOf = (tab: string): View => VIEWS.find((view) => view === tab) ?? 'all'

/** The latest first, with what is unread. */
export function ConversationList({ list, open }: { list: ListControl; open: number | undefined }) {
  const { t } = useTranslation('conversations')
  const { meets } = useCan()
  const view = viewOf(list.state.tab)
  const query =
    view === 'all'
      ? list.query
      : {
          ...list.query,
          filters: {
            match: 'match_all' as const,
            items: [{ field: 'status', rule: 'equals' as const, value: view }],
          },
        }
  const { data, error, refetch } = useConversationList(query)
  const { page } = list.state
  const pages = Math.ceil((data?.total ?? 0) / (data?.size ?? 20))
  return (
    <section className={styles.pane} aria-label={t('title')}>
      <div className={styles.tools}>
        <SearchBox value={list.state.search} onSearch={(search) => list.set({ search, page: 1 })} />
        {meets(isStaff) && (
          <Segmented<View>
            block
            aria-label={t('views')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`options.views.${value}`) }))}
            onChange={(tab) => list.set({ tab, page: 1 })}
          />
        )}
      </div>
      {Boolean(error) && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading className={styles.nothing} />}
      {data?.items.length === 0 && <p className={styles.nothing}>{t('empty')}</p>}
      <ul className={styles.list}>
        {data?.items.map((conversation) => (
          <li key={conversation.id}>
            <Item conversation={conversation} isOpen={conversation.id === open} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={styles.tools}>
          <Button disabled={page >= pages} onClick={() => list.set({ page: page + 1 })}>
            {t('older')}
          </Button>
          {page > 1 && <Button onClick={() => list.set({ page: page - 1 })}>{t('newer')}</Button>}
        </div>
      )}
    </section>
  )
}

function Item({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { t } = useTranslation('conversations')
  const { id, interlocutor, subject, message, unread, last_message_at: at, status } = conversation
  return (
    <Link
      to={{ pathname: conversationPath(id), search: location.search }}
      className={styles.item}
      aria-current={isOpen}
    >
      <strong>{interlocutor?.name}</strong>
      <span className={styles.time}>{at && <RelativeTime value={at} />}</span>
      <span className={styles.excerpt}>
        {subject} —{' '}
        {message || t('pictures.only', { count: conversation.last_message_pictures ?? 0 })}
      </span>
      {unread > 0 ? (
        <span className={styles.unread} aria-label={t('unread', { count: unread })}>
          {unread}
        </span>
      ) : (
        conversation.is_staff && <Status status={status} />
      )}
    </Link>
  )
}

const TONES = { open: 'warning', taken: 'info', closed: 'neutral' } as const

/** How far the staff are with it. */
export function Status({ status }: Pick<Conversation, 'status'>) {
  const { t } = useTranslation('conversations')
  const known = status ?? 'open'
  return <StatusTag tone={TONES[known]}>{t(`options.views.${known}`)}</StatusTag>
}
