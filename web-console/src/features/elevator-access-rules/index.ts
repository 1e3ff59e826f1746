export { elevatorAccessRulesEntity } from './entity'
export { elevatorAccessRules } from './resource'
