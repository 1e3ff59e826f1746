export { projects } from './resource'
export { SupportBar } from './SupportBar'
