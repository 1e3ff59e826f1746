export { Phone } from './Phone'
export { requestCall } from './callRequests'
export { phoneHandlers } from './realtime'
