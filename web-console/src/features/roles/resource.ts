import { SolutionOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { useCreateRole, useRole, useRoleList, useUpdateRole, type Role } from './api'
import { emptyRole, roleSchema, toRoleBody, toRoleForm } from './schema'

export const roles = defineResource({
  key: 'roles',
  path: '/roles',
  icon: SolutionOutlined,
  section: 'users',
  label: (role: Role) => role.name,
  detail: (role: Role) => role.description ?? '',
  defaultSort: 'name',
  can: {
    read: { any: ['can_view_roles', 'can_view_all_roles'] },
    create: { any: ['can_create_role'] },
    update: { any: ['can_edit_role', 'can_edit_available_role', 'can_edit_all_roles'] },
    remove: { any: ['can_delete_role', 'can_delete_available_role', 'can_delete_all_roles'] },
  },
  form: { schema: roleSchema, empty: emptyRole, toForm: toRoleForm, toBody: toRoleBody },
  api: {
    useList: useRoleList,
    useGet: useRole,
    useCreate: useCreateRole,
    useUpdate: useUpdateRole,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
