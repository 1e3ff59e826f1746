import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LostImage, Thumbnail, useFreshImage } from '@/kit/picture'
import styles from './EventImage.module.css'

interface Props {
  /** A signed link, good for minutes. */
  url: string
  /** What the image belongs to, for whoever does not see it. */
  label: string
  /** Asks for a new link once this one has expired; undefined when there is no image any more. */
  renew?: () => Promise<string | undefined>
  size?: 'small' | 'large'
}

/** What the camera saw: small, and large on a press. */
export function EventImage({ url, label, renew, size = 'small' }: Props) {
  const { t } = useTranslation('events')
  const [isOpen, setOpen] = useState(false)
  const image = useFreshImage(url, renew)
  if (image.isLost) return <LostImage size={size} text={t('image.lost')} />
  return (
    <>
      <Thumbnail
        size={size}
        src={image.src}
        alt=""
        label={t('image.open', { name: label })}
        onError={image.onError}
        onOpen={() => setOpen(true)}
      />
      <Modal
        title={label}
        open={isOpen}
        footer={null}
        width={860}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <img
          className={styles.whole}
          src={image.src}
          alt={t('image.alt', { name: label })}
          onError={image.onError}
        />
      </Modal>
    </>
  )
}
