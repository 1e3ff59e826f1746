import { TableOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { accessMatrixPath } from './question'

export const accessMatrixScreen = defineScreen({
  key: 'accessMatrix',
  path: '/access-matrix',
  icon: TableOutlined,
  section: 'access',
  need: { any: ['can_view_access_rules', 'can_view_all_access_rules'] },
  page: () => import('./AccessMatrixPage'),
})
