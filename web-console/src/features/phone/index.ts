export { Phone } from './Phone'
export { phoneHandlers } from './realtime'
