export { amenitiesEntity, reservationsEntity } from './entity'
export { amenities } from './resource'
