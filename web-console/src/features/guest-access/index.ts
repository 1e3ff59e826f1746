export { guestAccessEntity } from './entity'
export { guestKeys } from './resource'
