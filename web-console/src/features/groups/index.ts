export { groups } from './resource'
export type { Group } from './api'
