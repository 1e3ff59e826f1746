export { projectsEntity } from './entity'
export { projects } from './resource'
export { SupportBar } from './SupportBar'
