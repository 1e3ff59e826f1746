import { AlertFilled } from '@ant-design/icons'
import type { Need } from '@/kit/permissions'
import { defineScreen, type Screen } from '@/kit/resource'
import { ALARMS } from './path'

const need: Need = { any: ['can_view_device_alarms'] }

export const alarmScreens: Screen[] = [
  defineScreen({
    key: 'alarms',
    path: ALARMS,
    icon: AlertFilled,
    section: 'emergency',
    need,
    page: () => import('./AlarmsPage'),
  }),
  defineScreen({
    key: 'alarm',
    path: `${ALARMS}/:id/edit`,
    icon: AlertFilled,
    need,
    page: () => import('./AlarmLinkPage'),
  }),
]
