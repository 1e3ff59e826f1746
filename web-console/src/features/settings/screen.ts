import { SettingOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { SETTINGS_NEED } from './tabs'

export const settingsScreen = defineScreen({
  key: 'generalSettings',
  path: '/general-settings',
  icon: SettingOutlined,
  section: 'settings',
  need: SETTINGS_NEED,
  page: () => import('./SettingsPage'),
})
