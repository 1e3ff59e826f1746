import { invalidateSoon, type HandlerTable, type RealtimeHandler } from '@/api/realtime'

/** A controller that came, went or took its map changes what its elevator can do. */
const renewed: RealtimeHandler = (_data, context) => {
  invalidateSoon([{ type: 'Elevators', id: 'LIST' }], context)
}

export const elevatorHandlers: HandlerTable = {
  'device.status.changed': renewed,
  'device.changed': renewed,
}
