export { StatusTag } from './StatusTag'
