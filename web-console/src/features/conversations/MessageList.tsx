import { useTranslation } from 'react-i18next'
import { ImagePlace } from '@/kit/picture'
import { useDateFormat } from '@/kit/time'
import type { ConversationMessage } from './api'
import styles from './conversations.module.css'
import { MessagePictures } from './MessagePictures'
import { byDay, type OutgoingMessage } from './messages'
import pictureStyles from './pictures.module.css'
import { Preview } from './PictureTray'

interface Props {
  conversationId: number
  messages: ConversationMessage[]
  outgoing: OutgoingMessage[]
}

/** Messages by days, then those that are on their way. */
export function MessageList({ conversationId, messages, outgoing }: Props) {
  const { t } = useTranslation('conversations')
  const format = useDateFormat()
  return (
    <>
      {byDay(messages, format.date).map(({ day, messages: ofDay }) => (
        <div key={day} className={styles.messages}>
          <span className={styles.day}>{day}</span>
          {ofDay.map((message) => (
            <Message key={message.id} conversationId={conversationId} message={message} />
          ))}
        </div>
      ))}
      {outgoing.map(({ requestId, text, pictures, hasFailed }) => (
        <div key={requestId} className={styles.message} data-own data-failed={hasFailed}>
          {pictures.length > 0 && (
            <div className={pictureStyles.pictures} data-count={pictures.length}>
              {pictures.map(({ key, file }) => (
                <ImagePlace key={key} size="message">
                  {file && <Preview file={file} />}
                </ImagePlace>
              ))}
            </div>
          )}
          {text !== '' && <p className={styles.text}>{text}</p>}
          <span className={styles.meta}>{t(hasFailed ? 'notSent' : 'sending')}</span>
        </div>
      ))}
    </>
  )
}

interface MessageProps {
  conversationId: number
  message: ConversationMessage
}

function Message({ conversationId, message }: MessageProps) {
  const { t } = useTranslation('conversations')
  const format = useDateFormat()
  const { user, message: text, created_at: at, is_own: isOwn, is_read: isRead } = message
  return (
    <div className={styles.message} data-own={isOwn}>
      {!isOwn && <span className={styles.meta}>{user?.name}</span>}
      <MessagePictures conversationId={conversationId} message={message} />
      {text !== '' && <p className={styles.text}>{text}</p>}
      <span className={styles.meta}>
        {at && format.at(at).format('HH:mm')}
        {isOwn && isRead && ` · ${t('read')}`}
      </span>
    </div>
  )
}
