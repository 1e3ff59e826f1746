import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LostImage, Thumbnail, useFreshImage } from '@/kit/picture'
import { useLazyListConversationMessagesQuery, type ConversationMessage } from './api'
import styles from './pictures.module.css'
import { PictureViewer } from './PictureViewer'

type Picture = NonNullable<ConversationMessage['pictures']>[number]

interface Props {
  conversationId: number
  message: ConversationMessage
}

/** Pictures of a message: small, and full screen on a press. Their places do not depend on what has loaded. */
export function MessagePictures({ conversationId, message }: Props) {
  const { t } = useTranslation('conversations')
  const [open, setOpen] = useState<number>()
  const renewOf = useRenewal(conversationId, message.id)
  const { pictures, user } = message
  if (pictures.length === 0) return null
  const labelOf = (at: number) =>
    t('pictures.label', { number: at + 1, total: pictures.length, name: user?.name })
  return (
    <>
      <div className={styles.pictures} data-count={pictures.length}>
        {pictures.map((picture, at) => (
          <Small
            key={picture.key}
            picture={picture}
            label={labelOf(at)}
            renew={renewOf(at, 'thumbnail_url')}
            onOpen={() => setOpen(at)}
          />
        ))}
      </div>
      {open !== undefined && (
        <PictureViewer
          pictures={pictures}
          at={open}
          labelOf={labelOf}
          renewOf={(one) => renewOf(one, 'image_url')}
          onMove={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** A new link for a picture of a message, small or whole. */
function useRenewal(conversationId: number, messageId: number) {
  const [list] = useLazyListConversationMessagesQuery()
  return (at: number, link: 'image_url' | 'thumbnail_url') => async () => {
    const { items } = await list({ id: conversationId, beforeId: messageId + 1 }).unwrap()
    return items.find(({ id }) => id === messageId)?.pictures?.[at]?.[link] ?? undefined
  }
}

interface SmallProps {
  picture: Picture
  label: string
  renew: () => Promise<string | undefined>
  onOpen: () => void
}

function Small({ picture, label, renew, onOpen }: SmallProps) {
  const { t } = useTranslation('conversations')
  const image = useFreshImage(picture.thumbnail_url ?? '', renew)
  if (image.isLost || image.src === '')
    return <LostImage size="message" text={t('pictures.lost')} />
  return (
    <Thumbnail
      size="message"
      src={image.src}
      alt={label}
      width={picture.width}
      height={picture.height}
      onError={image.onError}
      onOpen={onOpen}
    />
  )
}
