import { BranchesOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const feature = 'sip' as const

export const forwardRulesEntity = defineEntity({
  key: 'forwardRules',
  path: '/forward-rules',
  icon: BranchesOutlined,
  section: 'phone',
  can: {
    read: { feature, any: ['can_view_forward_rules', 'can_view_all_forward_rules'] },
    create: { feature, any: ['can_create_forward_rule'] },
    update: { feature, any: ['can_edit_forward_rule'] },
    remove: { feature, any: ['can_delete_forward_rule'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
