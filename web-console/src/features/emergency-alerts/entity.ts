import { SoundOutlined } from '@ant-design/icons'
import type { Need } from '@/kit/permissions'
import { defineEntity } from '@/kit/resource'

/** The full-screen board: `?alert=` and `?run=` name what it shows. */
export const BOARD = '/emergency-alerts/board'

export const boardOf = (alert: number, run: number) => `${BOARD}?alert=${alert}&run=${run}`

/** Who sees alerts and their runs. */
export const VIEW: Need = { any: ['can_view_emergency_alerts'] }

export const emergencyAlertsEntity = defineEntity({
  key: 'emergencyAlerts',
  path: '/emergency-alerts',
  icon: SoundOutlined,
  section: 'emergency',
  can: {
    read: VIEW,
    create: { any: ['can_create_emergency_alert'] },
    update: { any: ['can_edit_emergency_alert'] },
    remove: { any: ['can_delete_emergency_alert'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})

/** Who starts and stops one. */
export const PLAYBACK: Need = { any: ['can_playback_emergency_alert'] }
