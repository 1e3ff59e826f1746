import { SolutionOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const rolesEntity = defineEntity({
  key: 'roles',
  path: '/roles',
  icon: SolutionOutlined,
  section: 'users',
  can: {
    read: { any: ['can_view_roles', 'can_view_all_roles'] },
    create: { any: ['can_create_role'] },
    update: { any: ['can_edit_role', 'can_edit_available_role', 'can_edit_all_roles'] },
    remove: { any: ['can_delete_role', 'can_delete_available_role', 'can_delete_all_roles'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
