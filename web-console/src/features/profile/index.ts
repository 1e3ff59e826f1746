import { UserOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const profileScreen = defineScreen({
  key: 'profile',
  path: '/profile',
  icon: UserOutlined,
  page: () => import('./ProfilePage'),
})
