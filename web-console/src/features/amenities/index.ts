export { amenitiesEntity, reservationsEntity } from './entity'
export { reservationHandlers } from './realtime'
export { amenities } from './resource'
