export { useGroupTypes, type GroupKind, type GroupType } from './api'
export { GroupTypesPanel } from './GroupTypesPanel'
export { GroupTypeTag } from './GroupTypeTag'
