import { BarChartOutlined, NotificationOutlined } from '@ant-design/icons'
import type { Need } from '@/kit/permissions'
import { defineEntity, defineScreen } from '@/kit/resource'
import type { Column } from '@/kit/table'

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

/** Who has announces of their own: of what one has only received the subject stands for the name. */
export const MANAGES: Need = {
  any: [
    'can_view_all_announces',
    'can_create_announce',
    'can_edit_announce',
    'can_delete_announce',
    'can_send_announce',
  ],
}

const SEES_ALL_NAMES: Need = { any: ['can_view_all_announces'] }

/** Names give an order to those alone who see all of them. */
export const sortableFor = <Row>(
  meets: (need: Need) => boolean,
  columns: Column<Row>[],
): Column<Row>[] =>
  meets(SEES_ALL_NAMES)
    ? columns
    : columns.map((column) => (column.key === 'name' ? { ...column, sortable: false } : column))
