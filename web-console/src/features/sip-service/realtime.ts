import { invalidateSoon, type HandlerTable, type RealtimeHandler } from '@/api/realtime'

const refresh: RealtimeHandler = (_data, context) => invalidateSoon(['SipService'], context)

/** A restart that begins or ends is told to everybody who may know; the state follows at once. */
export const sipServiceHandlers: HandlerTable = {
  sip_reboot_started: refresh,
  sip_reboot_completed: refresh,
}
