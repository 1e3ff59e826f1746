export { accessRulesEntity } from './entity'
export { accessRules } from './resource'
export { doorSource, MAX_LOCKS, useDoor } from './doors'
export type { AccessRule } from './api'
