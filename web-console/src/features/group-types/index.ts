export { useGroupTypes, type GroupKind, type GroupType } from './api'
export { GroupTypeTag } from './GroupTypeTag'
export { loadGroupTypesPanel } from './loadGroupTypesPanel'
