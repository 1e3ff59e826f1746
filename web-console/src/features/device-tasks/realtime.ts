import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const TASK_TOPIC = 'device-tasks'

/** A task that moved renews the lists of tasks, and the counts of its device. */
export const taskHandlers: HandlerTable = {
  'device_tasks.changed': (data, context) => {
    const device = data.device_id
    invalidateSoon(
      typeof device === 'number'
        ? ['DeviceTasks', { type: 'Devices', id: device }]
        : ['DeviceTasks'],
      context,
    )
  },
}
