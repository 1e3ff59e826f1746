export { users } from './resource'
export type { User } from './api'
