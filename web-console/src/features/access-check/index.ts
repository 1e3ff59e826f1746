import { SafetyCertificateOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { DoorsNow } from './DoorsNow'
export { accessCheckPath } from './question'
export { onlineKey } from './reasons'

export const accessCheckScreen = defineScreen({
  key: 'accessCheck',
  path: '/access-check',
  icon: SafetyCertificateOutlined,
  section: 'access',
  need: { any: ['can_view_access_rules', 'can_view_all_access_rules'] },
  page: () => import('./AccessCheckPage'),
})
