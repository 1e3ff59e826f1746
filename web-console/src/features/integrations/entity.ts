import { ApiOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'
import { MANAGES } from './access'

export const integrationsEntity = defineEntity({
  key: 'integrations',
  path: '/integration',
  icon: ApiOutlined,
  can: { read: MANAGES, create: MANAGES, update: MANAGES, remove: MANAGES },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
