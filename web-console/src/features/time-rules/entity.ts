import { ClockCircleOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const timeRulesEntity = defineEntity({
  key: 'schedules',
  path: '/schedules',
  icon: ClockCircleOutlined,
  section: 'access',
  can: {
    read: { any: ['can_view_time_rules', 'can_view_all_time_rules'] },
    create: { any: ['can_create_time_rule'] },
    update: { any: ['can_edit_time_rule'] },
    remove: { any: ['can_delete_time_rule'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
