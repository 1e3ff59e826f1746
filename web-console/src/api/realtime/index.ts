export { RealtimeClient, type IncomingMessage, type RealtimeStatus } from './client'
export {
  combineHandlers,
  type HandlerTable,
  type RealtimeContext,
  type RealtimeHandler,
} from './handlers'
export { invalidateSoon } from './invalidate'
export { resynchroniseHandlers } from './resynchronise'
export { roleChangedHandlers } from './roleChanged'
export { topics, type TopicListener } from './topics'
export { useTopic } from './useTopic'
export { realtimeReducer, selectRealtimeStatus, statusChanged } from './statusSlice'
