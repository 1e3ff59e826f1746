import { SafetyOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const feature = 'elevator' as const

export const elevatorAccessRulesEntity = defineEntity({
  key: 'elevatorAccessRules',
  path: '/elevators/access-rules',
  icon: SafetyOutlined,
  section: 'elevators',
  can: {
    read: {
      feature,
      any: ['can_view_elevator_access_rules', 'can_view_all_elevator_access_rules'],
    },
    create: { feature, any: ['can_create_elevator_access_rule'] },
    update: { feature, any: ['can_edit_elevator_access_rule'] },
    remove: { feature, any: ['can_delete_elevator_access_rule'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
