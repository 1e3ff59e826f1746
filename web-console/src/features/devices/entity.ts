import { HddOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const devicesEntity = defineEntity({
  key: 'devices',
  path: '/devices',
  icon: HddOutlined,
  section: 'devices',
  can: {
    read: {
      any: [
        'can_view_devices',
        'can_view_descendant_devices',
        'can_view_all_devices',
        'can_manage_self_domain_devices',
      ],
    },
    create: { any: ['can_create_device', 'can_manage_self_domain_devices'] },
    update: { any: ['can_edit_device', 'can_manage_self_domain_devices'] },
    remove: { any: ['can_delete_device', 'can_manage_self_domain_devices'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
  hasPage: true,
})
