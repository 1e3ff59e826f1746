import { CameraOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
  if (image.isLost) {
    return (
      <span className={styles.lost} data-size={size} title={t('image.lost')}>
        <CameraOutlined aria-label={t('image.lost')} />
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        data-size={size}
        aria-label={t('image.open', { name: label })}
        onClick={() => setOpen(true)}
      >
        <img src={image.src} alt="" loading="lazy" onError={image.onError} />
      </button>
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

/** The link, and a new one when it does not load; lost when that does not load either. */
function useFreshImage(url: string, renew: Props['renew']) {
  const [state, setState] = useState({ url, src: url, isRenewed: false, isLost: false })
  if (state.url !== url) setState({ url, src: url, isRenewed: false, isLost: false })
  const onError = () => {
    const lost = () => setState((now) => ({ ...now, isLost: true }))
    if (state.isRenewed || !renew) return lost()
    setState((now) => ({ ...now, isRenewed: true }))
    renew().then((src) => {
      if (src === undefined || src === state.src) lost()
      else setState((now) => ({ ...now, src }))
    }, lost)
  }
  return { src: state.src, isLost: state.isLost, onError }
}
