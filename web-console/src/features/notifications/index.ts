export { NotificationBell } from './NotificationBell'
export { notificationHandlers } from './realtime'
