import { ArrowLeftOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading, useConfirm } from '@/kit/feedback'
import { useCan, useProfile } from '@/kit/permissions'
import {
  useCloseConversationMutation,
  useConversation,
  useDeleteConversationMutation,
  useLazyListConversationMessagesQuery,
  useNewestMessages,
  useReadConversationMutation,
  useTakeConversationMutation,
  type Conversation,
  type ConversationMessage,
} from './api'
import { Composer } from './Composer'
import { Status } from './ConversationList'
import styles from './conversations.module.css'
import { forgetUnsent, readUnsent, type DraftPlace } from './draft'
import { CONVERSATIONS_PATH, mayDelete } from './entity'
import { mergeMessages, outgoingOf, stillOutgoing, type OutgoingMessage } from './messages'
import { MessageList } from './MessageList'

/** One conversation: its messages, and what the person may do with it. */
export function Thread({ id }: { id: number }) {
  const owner = useProfile()?.id
  return owner === undefined ? <Waiting /> : <ThreadOfUser id={id} owner={owner} />
}

const Waiting = () => (
  <section className={styles.pane}>
    <Loading className={styles.nothing} />
  </section>
)

function ThreadOfUser({ id, owner }: { id: number; owner: number }) {
  const { t } = useTranslation('conversations')
  const place = { owner, conversation: id }
  const { data: conversation, error, refetch } = useConversation(id)
  const newest = useNewestMessages(id)
  const [older, setOlder] = useState<ConversationMessage[]>([])
  const [hasOlder, setHasOlder] = useState<boolean>()
  const [outgoing, setOutgoing] = useState(() => readUnsent(place).map(outgoingOf))
  const [loadOlder, { isFetching }] = useLazyListConversationMessagesQuery()
  const messages = mergeMessages(older, newest.data?.items ?? [])
  const waiting = stillOutgoing(outgoing, messages)
  useReadWhileSeen(conversation, messages.at(-1)?.id)
  useConfirmed(place, outgoing, messages)

  if (error && !conversation)
    return (
      <section className={styles.pane}>
        <ErrorState error={error} onRetry={() => void refetch()} backTo={CONVERSATIONS_PATH} />
      </section>
    )
  if (!conversation || !newest.data) return <Waiting />
  const more = async () => {
    const first = messages[0]
    if (!first) return
    const page = await loadOlder({ id, beforeId: first.id }).unwrap()
    setOlder((before) => mergeMessages(page.items, before))
    setHasOlder(page.has_more)
  }
  return (
    <section className={styles.pane} aria-label={conversation.subject}>
      <Head conversation={conversation} />
      {/* Scrolled by the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.thread} tabIndex={0} role="log" aria-label={t('messages')}>
        <div className={styles.messages}>
          {(hasOlder ?? newest.data.has_more) && (
            <Button type="link" loading={isFetching} onClick={() => void more()}>
              {t('earlier')}
            </Button>
          )}
          <MessageList conversationId={id} messages={messages} outgoing={waiting} />
        </div>
      </div>
      <Composer
        conversation={conversation}
        place={place}
        outgoing={waiting}
        onOutgoing={setOutgoing}
      />
    </section>
  )
}

/** What the server has need not be kept, whatever became of the answer. */
function useConfirmed(
  { owner, conversation }: DraftPlace,
  outgoing: OutgoingMessage[],
  messages: ConversationMessage[],
) {
  useEffect(() => {
    const waiting = stillOutgoing(outgoing, messages)
    for (const message of outgoing)
      if (!waiting.includes(message)) forgetUnsent({ owner, conversation }, message.requestId)
  }, [owner, conversation, outgoing, messages])
}

/** What is in sight is read, once the newest of it is not yet. */
function useReadWhileSeen(conversation: Conversation | undefined, lastId: number | undefined) {
  const [read] = useReadConversationMutation()
  const id = conversation?.id
  const hasUnread = (conversation?.unread ?? 0) > 0
  useEffect(() => {
    if (id === undefined || lastId === undefined || !hasUnread) return undefined
    const mark = () => {
      if (document.visibilityState === 'visible') void read({ id, body: { message_id: lastId } })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, lastId, hasUnread, read])
}

function Head({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const { meets } = useCan()
  const [remove] = useDeleteConversationMutation()
  const { interlocutor, domain, user, subject } = conversation
  const between =
    domain && conversation.is_staff
      ? t('ofGroup', { name: user?.name, group: domain.name })
      : t('with', { name: interlocutor?.name })
  const onDelete = async () => {
    const isSure = await confirm({
      title: t('removal.title', { name: subject }),
      text: t('removal.text'),
      action: t('removal.action'),
    })
    if (!isSure) return
    try {
      await remove({ id: conversation.id }).unwrap()
      void navigate(CONVERSATIONS_PATH)
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <header className={styles.head}>
      <Link to={CONVERSATIONS_PATH} aria-label={t('back')}>
        <ArrowLeftOutlined />
      </Link>
      <h2>
        {subject}
        <p>{between}</p>
      </h2>
      {domain && <Inbox conversation={conversation} />}
      {meets(mayDelete) && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('removal.action')}
          onClick={() => void onDelete()}
        />
      )}
    </header>
  )
}

/** Who of the staff answers, and what one may do about it. */
function Inbox({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations')
  const errorText = useErrorText()
  const [take, { isLoading: isTaking }] = useTakeConversationMutation()
  const [close, { isLoading: isClosing }] = useCloseConversationMutation()
  const { id, status, taken_by_user: by, is_staff: isOfStaff, is_writable: mine } = conversation
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const isOthers = status === 'taken' && !mine
  return (
    <>
      <Status status={status} />
      {by && <span className={styles.meta}>{by.name}</span>}
      {isOfStaff && status !== 'closed' && (status === 'open' || isOthers) && (
        <Button
          loading={isTaking}
          onClick={() => void attempt(() => take({ id, body: { is_takeover: isOthers } }).unwrap())}
        >
          {isOthers ? t('takeOver') : t('take')}
        </Button>
      )}
      {isOfStaff && status !== 'closed' && !isOthers && (
        <Button
          loading={isClosing}
          onClick={() => void attempt(() => close({ id, body: {} }).unwrap())}
        >
          {t('close')}
        </Button>
      )}
    </>
  )
}
