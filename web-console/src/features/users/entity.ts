import { TeamOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const usersEntity = defineEntity({
  key: 'users',
  path: '/users',
  icon: TeamOutlined,
  section: 'users',
  can: {
    read: { any: ['can_view_users', 'can_view_all_users', 'can_manage_self_domain_users'] },
    create: { any: ['can_create_user', 'can_manage_self_domain_users'] },
    update: { any: ['can_edit_all_users', 'can_manage_self_domain_users', 'can_edit_profile'] },
    remove: { any: ['can_delete_user'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
  hasPage: true,
})
