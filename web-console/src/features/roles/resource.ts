import { defineResource } from '@/kit/resource'
import { useCreateRole, useRole, useRoleList, useUpdateRole, type Role } from './api'
import { emptyRole, roleSchema, toRoleBody, toRoleForm } from './schema'
import { rolesEntity } from './entity'

export const roles = defineResource({
  ...rolesEntity,
  label: (role: Role) => role.name,
  detail: (role: Role) => role.description ?? '',
  defaultSort: 'name',
  form: { schema: roleSchema, empty: emptyRole, toForm: toRoleForm, toBody: toRoleBody },
  api: {
    useList: useRoleList,
    useGet: useRole,
    useCreate: useCreateRole,
    useUpdate: useUpdateRole,
  },
})
