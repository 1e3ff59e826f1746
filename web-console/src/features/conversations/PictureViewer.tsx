import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFreshImage } from '@/kit/picture'
import type { ConversationMessage } from './api'
import styles from './pictures.module.css'

interface Props {
  pictures: NonNullable<ConversationMessage['pictures']>
  at: number
  labelOf: (at: number) => string
  renewOf: (at: number) => () => Promise<string | undefined>
  onMove: (at: number) => void
  onClose: () => void
}

/** One picture on the whole screen: arrows lead to the others, Escape back. */
export function PictureViewer({ pictures, at, labelOf, renewOf, onMove, onClose }: Props) {
  const { t } = useTranslation('conversations')
  const image = useFreshImage(pictures[at]?.image_url ?? '', renewOf(at))
  const move = (by: number) => {
    const next = at + by
    if (next >= 0 && next < pictures.length) onMove(next)
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  }
  return (
    <Modal
      open
      title={labelOf(at)}
      footer={null}
      width="100vw"
      className={styles.viewer ?? ''}
      onCancel={onClose}
    >
      {/* The keys of the dialog, whichever of its buttons has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.stage} onKeyDown={onKey}>
        {pictures.length > 1 && (
          <Button
            icon={<LeftOutlined />}
            aria-label={t('pictures.previous')}
            disabled={at === 0}
            onClick={() => move(-1)}
          />
        )}
        {image.isLost ? (
          <p>{t('pictures.lost')}</p>
        ) : (
          <img src={image.src} alt={labelOf(at)} onError={image.onError} />
        )}
        {pictures.length > 1 && (
          <Button
            // Here the arrows of the keyboard are heard from the start.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            icon={<RightOutlined />}
            aria-label={t('pictures.next')}
            onClick={() => move(1)}
            aria-disabled={at === pictures.length - 1}
          />
        )}
      </div>
    </Modal>
  )
}
