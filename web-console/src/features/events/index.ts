import { FileSearchOutlined, HistoryOutlined } from '@ant-design/icons'
import { defineScreen, type Screen } from '@/kit/resource'

export { TOPICS as EVENT_TOPICS, useEventList, type Event, type EventSource } from './api'
export { EventImage } from './EventImage'
export { EventKindTag } from './EventKindTag'
export { explainLink } from './explain'
export { LatestEvents } from './LatestEvents'
export { LiveMark } from './LiveMark'
export { shownNumber } from './timing'
export { useImageOfEvent } from './useEventImages'
export { useEventWords } from './useEventWords'

export const eventScreens: Screen[] = [
  defineScreen({
    key: 'accessEvents',
    path: '/access-control/events',
    icon: HistoryOutlined,
    section: 'access',
    need: { any: ['can_view_access_control_events'] },
    page: () => import('./AccessEventsPage'),
  }),
  defineScreen({
    key: 'deviceEvents',
    path: '/devices/events',
    icon: FileSearchOutlined,
    section: 'devices',
    need: { any: ['can_view_device_events'] },
    page: () => import('./DeviceEventsPage'),
  }),
]
