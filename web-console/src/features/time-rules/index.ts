export { timeRulesEntity } from './entity'
export { timeRules } from './resource'
export type { TimeRule } from './api'
