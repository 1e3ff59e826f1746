import { ApartmentOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'
import { GROUP_EDIT } from './access'

export const groupsEntity = defineEntity({
  key: 'groups',
  path: '/groups',
  icon: ApartmentOutlined,
  section: 'users',
  can: {
    create: { any: ['can_create_root_domain', 'can_create_descendant_domain'] },
    update: GROUP_EDIT,
    remove: { any: ['can_delete_all_server_domains', 'can_delete_domain'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
  hasPage: true,
})
