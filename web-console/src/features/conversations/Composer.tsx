import { SendOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import {
  useState,
  type ClipboardEvent,
  type Dispatch,
  type DragEvent,
  type KeyboardEvent,
  type SetStateAction,
} from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { AddPictures } from './AddPictures'
import { useCreateConversationMessageMutation, type Conversation } from './api'
import styles from './conversations.module.css'
import { forgetUnsent, readDraft, writeDraft, writeUnsent, type DraftPlace } from './draft'
import { areSent, filesOf, MAX_PICTURES } from './draftPictures'
import type { OutgoingMessage } from './messages'
import { PictureTray } from './PictureTray'
import { useDraftPictures } from './useDraftPictures'

export const MAX_MESSAGE = 4000

interface Props {
  conversation: Conversation
  place: DraftPlace
  outgoing: OutgoingMessage[]
  onOutgoing: Dispatch<SetStateAction<OutgoingMessage[]>>
}

/**
 * A message is shown at once and sent once; one that failed is sent again under the same id. The browser keeps it until the server
 * has confirmed it: neither a lost connection nor a closed page loses it.
 */
export function Composer({ conversation, place, outgoing, onOutgoing }: Props) {
  const { t } = useTranslation('conversations')
  const errorText = useErrorText()
  const [text, setText] = useState(() => readDraft(place))
  const { pictures, add, retry, remove, clear } = useDraftPictures((refusal) =>
    t(`options.refusals.${refusal}`, { most: MAX_PICTURES }),
  )
  const [isOver, setOver] = useState(false)
  const [create] = useCreateConversationMessageMutation()
  const change = (next: string) => {
    setText(next)
    writeDraft(place, next)
  }
  const send = async (message: OutgoingMessage) => {
    onOutgoing((before) => [
      ...before.filter(({ requestId }) => requestId !== message.requestId),
      { ...message, hasFailed: false },
    ])
    try {
      await create({
        id: conversation.id,
        conversationMessageInput: {
          message: message.text,
          request_id: message.requestId,
          pictures: message.pictures.map(({ key }) => ({ key })),
        },
      }).unwrap()
      forgetUnsent(place, message.requestId)
    } catch (error) {
      alerts.error(errorText(error))
      onOutgoing((before) =>
        before.map((each) =>
          each.requestId === message.requestId ? { ...each, hasFailed: true } : each,
        ),
      )
    }
  }
  const isSendable = (text.trim() !== '' || pictures.length > 0) && areSent(pictures)
  const sendNew = () => {
    const trimmed = text.trim()
    if (!isSendable) return
    const sent = pictures.flatMap(({ key, file }) => (key === undefined ? [] : [{ key, file }]))
    const requestId = crypto.randomUUID()
    const keys = sent.map(({ key }) => key)
    writeUnsent(place, { requestId, text: trimmed, keys, at: Date.now() })
    change('')
    clear()
    void send({ requestId, text: trimmed, pictures: sent, hasFailed: false })
  }
  const discard = (messages: OutgoingMessage[]) => {
    for (const { requestId } of messages) forgetUnsent(place, requestId)
    onOutgoing((before) => before.filter((each) => !messages.includes(each)))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    sendNew()
  }
  const takeFiles = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = filesOf(data)
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    takeFiles(event, event.dataTransfer)
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const failed = outgoing.filter(({ hasFailed }) => hasFailed)
  if (!conversation.is_writable)
    return (
      <p className={styles.why}>
        <WhyNot conversation={conversation} />
      </p>
    )
  return (
    // What is dropped here is also chosen by the button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.composer}
      data-over={isOver}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <PictureTray pictures={pictures} onRemove={remove} onRetry={retry} />
      <AddPictures taken={pictures.length} onAdd={add} />
      <Input.TextArea
        value={text}
        maxLength={MAX_MESSAGE}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-label={t('write')}
        placeholder={t('write')}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKey}
        onPaste={(event) => takeFiles(event, event.clipboardData)}
      />
      <Button
        type="primary"
        icon={<SendOutlined />}
        aria-label={t('send')}
        disabled={!isSendable}
        onClick={sendNew}
      />
      {failed.length > 0 && (
        <div className={styles.failed}>
          <Button type="link" onClick={() => failed.forEach((message) => void send(message))}>
            {t('sendAgain', { count: failed.length })}
          </Button>
          <Button type="link" onClick={() => discard(failed)}>
            {t('discard', { count: failed.length })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Why somebody who reads a conversation does not write in it. */
function WhyNot({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations')
  const { is_reader_deleted: isGone, is_staff: isOfStaff, status } = conversation
  if (isGone) return t('readerDeleted', { name: conversation.interlocutor?.name })
  if (status === 'taken' && isOfStaff)
    return t('othersAnswer', { name: conversation.taken_by_user?.name })
  return t('readOnly')
}
