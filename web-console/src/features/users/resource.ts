import { TeamOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { useCreateUser, useUpdateUser, useUser, useUserList, type User } from './api'
import { emptyUser, toUserBody, toUserForm, userSchema } from './schema'

export const users = defineResource({
  key: 'users',
  path: '/users',
  icon: TeamOutlined,
  section: 'users',
  label: (user: User) => user.name,
  detail: (user: User) =>
    [user.email ?? user.login, user.domains.map(({ name }) => name).join(', ')]
      .filter(Boolean)
      .join(' · '),
  defaultSort: 'name',
  can: {
    read: { any: ['can_view_users', 'can_view_all_users', 'can_manage_self_domain_users'] },
    create: { any: ['can_create_user', 'can_manage_self_domain_users'] },
    update: { any: ['can_edit_all_users', 'can_manage_self_domain_users', 'can_edit_profile'] },
    remove: { any: ['can_delete_user'] },
  },
  form: { schema: userSchema, empty: emptyUser, toForm: toUserForm, toBody: toUserBody },
  api: {
    useList: useUserList,
    useGet: useUser,
    useCreate: useCreateUser,
    useUpdate: useUpdateUser,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
