import { AlertFilled } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export { alarmHandlers } from './realtime'

export const alarmScreen = defineScreen({
  key: 'alarms',
  path: '/devices/alarms',
  icon: AlertFilled,
  section: 'emergency',
  need: { any: ['can_view_device_alarms'] },
  page: () => import('./AlarmsPage'),
})
