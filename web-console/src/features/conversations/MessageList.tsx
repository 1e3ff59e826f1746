import { useTranslation } from 'react-i18next'
import { useDateFormat } from '@/kit/time'
import type { ConversationMessage } from './api'
import styles from './conversations.module.css'
import { byDay, type OutgoingMessage } from './messages'

interface Props {
  messages: ConversationMessage[]
  outgoing: OutgoingMessage[]
}

/** Messages by days, then those that are on their way. */
export function MessageList({ messages, outgoing }: Props) {
  const { t } = useTranslation('conversations')
  const format = useDateFormat()
  return (
    <>
      {byDay(messages, format.date).map(({ day, messages: ofDay }) => (
        <div key={day} className={styles.messages}>
          <span className={styles.day}>{day}</span>
          {ofDay.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </div>
      ))}
      {outgoing.map(({ requestId, text, hasFailed }) => (
        <div key={requestId} className={styles.message} data-own data-failed={hasFailed}>
          <p className={styles.text}>{text}</p>
          <span className={styles.meta}>{t(hasFailed ? 'notSent' : 'sending')}</span>
        </div>
      ))}
    </>
  )
}

function Message({ message }: { message: ConversationMessage }) {
  const { t } = useTranslation('conversations')
  const format = useDateFormat()
  const { user, message: text, created_at: at, is_own: isOwn, is_read: isRead } = message
  return (
    <div className={styles.message} data-own={isOwn}>
      {!isOwn && <span className={styles.meta}>{user?.name}</span>}
      <p className={styles.text}>{text}</p>
      <span className={styles.meta}>
        {at && format.at(at).format('HH:mm')}
        {isOwn && isRead && ` · ${t('read')}`}
      </span>
    </div>
  )
}
