export { announceResponseScreen, announcesEntity } from './entity'
export { announceHandlers } from './realtime'
export { announces } from './resource'
