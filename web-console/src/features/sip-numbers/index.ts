export { sipNumbers } from './resource'
export type { SipNumber } from './api'
export { DeviceNumber } from './DeviceNumber'
export { OwnNumbers } from './OwnNumbers'
