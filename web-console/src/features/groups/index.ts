export { groupsEntity } from './entity'
export { groups } from './resource'
export type { Group } from './api'
