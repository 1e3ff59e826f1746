export { useRoleList, type Role } from './api'
export { roles } from './resource'
