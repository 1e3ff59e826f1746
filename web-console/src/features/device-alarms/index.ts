export { alarmScreens } from './entity'
export { alarmHandlers } from './realtime'
