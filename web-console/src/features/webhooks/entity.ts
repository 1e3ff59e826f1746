import { SendOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const CHANGE = { any: ['can_change_project_settings'] } as const

export const webhooksEntity = defineEntity({
  key: 'webhooks',
  path: '/webhooks',
  icon: SendOutlined,
  can: {
    read: { any: ['can_view_project_settings'] },
    create: CHANGE,
    update: CHANGE,
    remove: CHANGE,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
