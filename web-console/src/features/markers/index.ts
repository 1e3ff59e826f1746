import { TagsOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { SEE_MARKERS } from './rights'

export { useMarkerList } from './api'
export { MarkerDialog } from './LazyMarkerDialog'
export { markerSource } from './markerSource'
export { MarkerTag } from './MarkerTag'
export { CREATE_MARKER, SEE_MARKERS } from './rights'

export const markerScreen = defineScreen({
  key: 'markers',
  path: '/markers',
  icon: TagsOutlined,
  section: 'users',
  need: SEE_MARKERS,
  page: () => import('./ListPage'),
})
