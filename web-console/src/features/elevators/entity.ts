import { ColumnHeightOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const feature = 'elevator' as const

export const elevatorsEntity = defineEntity({
  key: 'elevators',
  path: '/elevators',
  icon: ColumnHeightOutlined,
  section: 'elevators',
  can: {
    read: { feature, any: ['can_view_elevators'] },
    create: { feature, any: ['can_create_elevator'] },
    update: { feature, any: ['can_edit_elevator'] },
    remove: { feature, any: ['can_delete_elevator'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
