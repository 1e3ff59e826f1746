import { MobileOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'
import { KEYS_PATH, mayViewKeys } from './access'

export const ukey2Screens = [
  defineScreen({
    key: 'ukey2',
    path: KEYS_PATH,
    icon: MobileOutlined,
    section: 'access',
    need: mayViewKeys,
    page: () => import('./ListPage'),
  }),
  defineScreen({
    key: 'ukey2Key',
    path: `${KEYS_PATH}/:id/edit`,
    icon: MobileOutlined,
    need: mayViewKeys,
    page: () => import('./KeyPage'),
  }),
]
