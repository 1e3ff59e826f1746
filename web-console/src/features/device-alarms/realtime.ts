import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const ALARM_TOPIC = 'device-alarms'

/** An alarm that changed renews itself and the lists. */
export const alarmHandlers: HandlerTable = {
  'device.alarm.changed': ({ id }, context) => {
    if (typeof id !== 'number') return
    invalidateSoon(
      [
        { type: 'DeviceAlarms', id },
        { type: 'DeviceAlarms', id: 'LIST' },
      ],
      context,
    )
  },
}

/** Whether a push says that a guard has to look now: not for what a device reports long after it happened. */
export const wakes = (data: Record<string, unknown>): boolean =>
  data.type === 'device.alarm.changed' &&
  (data.change === 'enabled' || data.change === 'reopened') &&
  data.is_late !== true
