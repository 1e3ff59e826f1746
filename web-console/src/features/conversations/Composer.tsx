import { SendOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState, type Dispatch, type KeyboardEvent, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useCreateConversationMessageMutation, type Conversation } from './api'
import styles from './conversations.module.css'
import { readDraft, writeDraft } from './draft'
import type { OutgoingMessage } from './messages'

export const MAX_MESSAGE = 4000

interface Props {
  conversation: Conversation
  outgoing: OutgoingMessage[]
  onOutgoing: Dispatch<SetStateAction<OutgoingMessage[]>>
}

/** A message is shown at once and sent once; one that failed is sent again under the same id. */
export function Composer({ conversation, outgoing, onOutgoing }: Props) {
  const { t } = useTranslation('conversations')
  const errorText = useErrorText()
  const [text, setText] = useState(() => readDraft(conversation.id))
  const [create] = useCreateConversationMessageMutation()
  const change = (next: string) => {
    setText(next)
    writeDraft(conversation.id, next)
  }
  const send = async (message: OutgoingMessage) => {
    onOutgoing((before) => [
      ...before.filter(({ requestId }) => requestId !== message.requestId),
      { ...message, hasFailed: false },
    ])
    try {
      await create({
        id: conversation.id,
        conversationMessageInput: { message: message.text, request_id: message.requestId },
      }).unwrap()
    } catch (error) {
      alerts.error(errorText(error))
      onOutgoing((before) =>
        before.map((each) =>
          each.requestId === message.requestId ? { ...each, hasFailed: true } : each,
        ),
      )
    }
  }
  const sendNew = () => {
    const trimmed = text.trim()
    if (trimmed === '') return
    change('')
    void send({ requestId: crypto.randomUUID(), text: trimmed, hasFailed: false })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    sendNew()
  }
  const failed = outgoing.filter(({ hasFailed }) => hasFailed)
  if (!conversation.is_writable)
    return (
      <p className={styles.why}>
        {conversation.status === 'taken' && conversation.is_staff
          ? t('othersAnswer', { name: conversation.taken_by_user?.name })
          : t('readOnly')}
      </p>
    )
  return (
    <div className={styles.composer}>
      <Input.TextArea
        value={text}
        maxLength={MAX_MESSAGE}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-label={t('write')}
        placeholder={t('write')}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKey}
      />
      <Button
        type="primary"
        icon={<SendOutlined />}
        aria-label={t('send')}
        disabled={text.trim() === ''}
        onClick={sendNew}
      />
      {failed.length > 0 && (
        <Button type="link" onClick={() => failed.forEach((message) => void send(message))}>
          {t('sendAgain', { count: failed.length })}
        </Button>
      )}
    </div>
  )
}
