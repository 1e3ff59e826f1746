import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../clipboard'
import { alerts } from '../alerts'
import styles from './ShownOnce.module.css'

/** Texts of the dialog, which its feature has. */
export interface ShownOnceWords {
  title: string
  /** That it is shown only now. */
  once: string
  copy: string
  copied: string
  notCopied: string
  /** What it is for. */
  use: string
  /** Of the button that closes the dialog. */
  kept: string
}

interface Props {
  /** What is shown and copied. */
  value: string
  words: ShownOnceWords
  onClose: () => void
  /** Below what it is for. */
  children?: ReactNode
}

/** A secret, shown once. The dialog does not close by a click beside it. */
export function ShownOnce({ value, words, onClose, children }: Props) {
  const copy = async () => {
    if (await copyText(value)) alerts.success(words.copied)
    else alerts.error(words.notCopied)
  }
  return (
    <Modal
      open
      title={words.title}
      width={560}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      cancelButtonProps={{ hidden: true }}
      okText={words.kept}
      onOk={onClose}
    >
      <Alert type="warning" showIcon title={words.once} />
      <code className={`mono ${styles.secret}`}>{value}</code>
      <Button icon={<CopyOutlined />} onClick={() => void copy()}>
        {words.copy}
      </Button>
      <p className={styles.use}>{words.use}</p>
      {children}
    </Modal>
  )
}
