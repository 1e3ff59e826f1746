import { invalidateSoon, type HandlerTable, type RealtimeHandler } from '@/api/realtime'

export const DEVICE_TOPIC = 'devices'
/** Id of the tag of what devices say of identifiers: any task that ends may change it. */
export const DELIVERIES = 'DELIVERIES'

/** A device that came or went renews itself and every list, which may be narrowed by status. */
const renewed: RealtimeHandler = ({ device_id: id }, context) => {
  if (typeof id !== 'number') return
  invalidateSoon(
    [
      { type: 'Devices', id },
      { type: 'Devices', id: 'LIST' },
      { type: 'Devices', id: DELIVERIES },
    ],
    context,
  )
}

export const deviceHandlers: HandlerTable = {
  'device.status.changed': renewed,
  // By somebody else, or by the virtual number that it was given.
  'device.changed': (data, context) => {
    renewed(data, context)
    invalidateSoon([{ type: 'SipNumbers', id: 'LIST' }], context)
  },
  'device_tasks.changed': (_data, context) =>
    invalidateSoon([{ type: 'Devices', id: DELIVERIES }], context),
}
