/** Behind a function, so that whoever only names it loads none of it. */
export const loadDeviceBackupPanel = () => import('./adoption/BackupPanel')
export { DeliveryProof } from './deliveries/DeliveryProof'
export { DoorsStanding } from './deliveries/DoorsStanding'
export { devicesEntity } from './entity'
export { DoorList } from './DoorList'
export { devices } from './resource'
export { useDevice, useDeviceList, type Device } from './api'
export { DeviceStatusTag } from './DeviceStatusTag'
export { DEVICE_TOPIC, deviceHandlers } from './realtime'
export { REMOTE_CONTROL } from './remoteControl'
export { useOpenDoor } from './useOpenDoor'
