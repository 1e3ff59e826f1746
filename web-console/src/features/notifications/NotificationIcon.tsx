import {
  AlertOutlined,
  BellOutlined,
  KeyOutlined,
  MessageOutlined,
  NotificationOutlined,
  PhoneOutlined,
  SettingOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Notification } from './api'
import styles from './NotificationIcon.module.css'

/** The names of signs that the server uses. */
const ICONS: Record<string, ComponentType> = {
  alert: AlertOutlined,
  bell: BellOutlined,
  key: KeyOutlined,
  message: MessageOutlined,
  notification: NotificationOutlined,
  phone: PhoneOutlined,
  setting: SettingOutlined,
  stop: StopOutlined,
}

/** The sign of a notification in the colour of its weight. */
export function NotificationIcon({ notification }: { notification: Notification }) {
  const Icon = ICONS[notification.icon] ?? BellOutlined
  const isImportant = notification.significance === 'important'
  return (
    <span className={styles.icon} data-important={isImportant} aria-hidden>
      <Icon />
    </span>
  )
}
