import { KeyOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const accessRulesEntity = defineEntity({
  key: 'accessRules',
  path: '/access-rules',
  icon: KeyOutlined,
  section: 'access',
  can: {
    read: {
      any: [
        'can_view_access_rules',
        'can_view_all_access_rules',
        'can_manage_self_domain_access_rules',
      ],
    },
    create: { any: ['can_create_access_rule'] },
    update: { any: ['can_edit_access_rule'] },
    remove: { any: ['can_delete_access_rule'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
