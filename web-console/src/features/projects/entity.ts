import { ShopOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const dealers = { isDealer: true } as const

export const projectsEntity = defineEntity({
  key: 'projects',
  path: '/projects',
  icon: ShopOutlined,
  section: 'common',
  // A project is suspended, never deleted.
  can: { read: dealers, create: dealers, update: dealers },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
