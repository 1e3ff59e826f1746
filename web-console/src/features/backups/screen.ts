import { DatabaseOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const backupsScreen = defineScreen({
  key: 'backups',
  path: '/backups',
  icon: DatabaseOutlined,
  section: 'settings',
  need: { any: ['can_view_backups'] },
  page: () => import('./BackupsPage'),
})
