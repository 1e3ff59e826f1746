import {
  CheckOutlined,
  CloseOutlined,
  ExclamationOutlined,
  InfoOutlined,
  MinusOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import type { ToneName } from '../theme'
import styles from './StatusTag.module.css'

const ICONS: Record<ToneName, ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  success: CheckOutlined,
  warning: ExclamationOutlined,
  error: CloseOutlined,
  info: InfoOutlined,
  neutral: MinusOutlined,
}

interface Props {
  tone: ToneName
  /** A sign of its own, in place of that of the tone. */
  icon?: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  children: ReactNode
}

/** A status in words, with a sign as well as a colour. */
export function StatusTag({ tone, icon, children }: Props) {
  const Icon = icon ?? ICONS[tone]
  return (
    <span className={styles.tag} data-tone={tone}>
      <Icon className={styles.icon} aria-hidden />
      {children}
    </span>
  )
}
