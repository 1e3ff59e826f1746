import { AlertOutlined, HistoryOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { useCallHistory, type HistoryCall } from './api'
export { CallStatusTag, SosTag } from './CallTags'
export { LatestCalls } from './LatestCalls'
export { Party } from './Party'

export const callHistoryScreen = defineScreen({
  key: 'callHistory',
  path: '/call-history',
  icon: HistoryOutlined,
  section: 'phone',
  // Everybody sees at least their own calls.
  need: { feature: 'sip' },
  page: () => import('./CallHistoryPage'),
})

export const alarmCallScreen = defineScreen({
  key: 'alarmCalls',
  path: '/devices/alarms-calls',
  icon: AlertOutlined,
  section: 'emergency',
  need: { feature: 'sip', any: ['can_view_device_alarms'] },
  page: () => import('./AlarmCallsPage'),
})
