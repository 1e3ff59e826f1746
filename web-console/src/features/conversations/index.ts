export { conversationScreens } from './entity'
export { conversationHandlers } from './realtime'
