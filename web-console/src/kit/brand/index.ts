export { Mark } from './Mark'
export { Doorway } from './Doorway'
export { PRODUCT } from './product'
