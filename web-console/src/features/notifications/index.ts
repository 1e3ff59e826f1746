import { BellOutlined, SettingOutlined } from '@ant-design/icons'
import { defineScreen, type Screen } from '@/kit/resource'

export { useListUnreadNotificationsQuery } from './api'
export { ImportantStrip } from './ImportantStrip'
export { NotificationBell } from './NotificationBell'
export { NotificationItem } from './NotificationItem'
export { notificationHandlers } from './realtime'
export { playOnce, soundOn } from './sound'

export const notificationScreens: Screen[] = [
  defineScreen({
    key: 'notifications',
    path: '/notifications',
    icon: BellOutlined,
    section: 'common',
    page: () => import('./ListPage'),
  }),
  defineScreen({
    key: 'notificationSettings',
    path: '/notifications/settings',
    icon: SettingOutlined,
    page: () => import('./SettingsPage'),
  }),
]
