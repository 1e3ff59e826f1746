export { useRoleList, type Role } from './api'
export { rolesEntity } from './entity'
export { roles } from './resource'
