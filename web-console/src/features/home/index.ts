import { HomeOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const homeScreen = defineScreen({
  key: 'home',
  path: '/home',
  icon: HomeOutlined,
  section: 'common',
  page: () => import('./HomePage'),
})
