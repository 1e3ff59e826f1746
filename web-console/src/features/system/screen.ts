import { CloudServerOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const systemScreen = defineScreen({
  key: 'systemInfo',
  path: '/system-info',
  icon: CloudServerOutlined,
  section: 'settings',
  need: { any: ['can_view_system_info'] },
  page: () => import('./SystemPage'),
})
