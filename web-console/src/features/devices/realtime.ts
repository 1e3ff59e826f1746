import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const DEVICE_TOPIC = 'devices'

/** A device that came or went renews itself and every list, which may be narrowed by status. */
export const deviceHandlers: HandlerTable = {
  'device.status.changed': ({ device_id: id }, context) => {
    if (typeof id !== 'number') return
    invalidateSoon(
      [
        { type: 'Devices', id },
        { type: 'Devices', id: 'LIST' },
      ],
      context,
    )
  },
}
