export { RealtimeClient, type IncomingMessage, type RealtimeStatus } from './client'
export {
  combineHandlers,
  type HandlerTable,
  type RealtimeContext,
  type RealtimeHandler,
} from './handlers'
export { roleChangedHandlers } from './roleChanged'
export { realtimeReducer, selectRealtimeStatus, statusChanged } from './statusSlice'
