import { CameraOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './Thumbnail.module.css'

type Size = 'small' | 'large' | 'message'

interface Props {
  src: string
  /** What the image shows; empty where the button is named. */
  alt: string
  /** Of the button, where it says more than the image. */
  label?: string
  /** A row's, a card's or a message's. */
  size?: Size
  /** In pixels, so that a browser knows its shape before it has loaded. */
  width?: number
  height?: number
  onError: () => void
  onOpen: () => void
}

/** An image in a place of fixed shape: nothing moves when it loads. A press shows it large. */
export function Thumbnail(props: Props) {
  const { src, alt, label, size = 'small', width, height, onError, onOpen } = props
  return (
    <button
      type="button"
      className={styles.place}
      data-size={size}
      aria-label={label}
      onClick={onOpen}
    >
      <img src={src} alt={alt} width={width} height={height} loading="lazy" onError={onError} />
    </button>
  )
}

/** The place of an image that is no more. */
export function LostImage({ text, size = 'small' }: { text: string; size?: Size }) {
  return (
    <span className={styles.place} data-size={size} title={text}>
      <CameraOutlined aria-label={text} />
    </span>
  )
}

/** The place of an image that cannot be pressed yet. */
export function ImagePlace({ size, children }: { size: Size; children: ReactNode }) {
  return (
    <span className={styles.place} data-size={size}>
      {children}
    </span>
  )
}
