import { BarChartOutlined, NotificationOutlined } from '@ant-design/icons'
import { defineEntity, defineScreen } from '@/kit/resource'

const mayView = { any: ['can_view_announces', 'can_view_all_announces'] } as const

export const announcesEntity = defineEntity({
  key: 'announces',
  path: '/announces',
  icon: NotificationOutlined,
  section: 'communications',
  can: {
    read: { any: [...mayView.any] },
    create: { any: ['can_create_announce'] },
    update: { any: ['can_edit_announce'] },
    remove: { any: ['can_delete_announce'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})

export const announceResponseScreen = defineScreen({
  key: 'announceResponses',
  path: '/announces/response',
  icon: BarChartOutlined,
  section: 'communications',
  need: { any: ['can_view_announces'] },
  page: () => import('./ResponsesPage'),
})

export const maySend = { any: ['can_send_announce' as const] }
