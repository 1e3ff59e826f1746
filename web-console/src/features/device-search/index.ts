import { RadarChartOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { SEARCH_PATH } from './path'

export { SEARCH_PATH } from './path'
export { searchHandlers } from './pushes'

export const deviceSearchScreen = defineScreen({
  key: 'deviceSearch',
  path: SEARCH_PATH,
  icon: RadarChartOutlined,
  need: { any: ['can_create_device'] },
  page: () => import('./SearchPage'),
})
