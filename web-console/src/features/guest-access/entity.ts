import { GiftOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

const need = { feature: 'identifier.guest', any: ['can_create_guest_identifier'] } as const

export const guestAccessEntity = defineEntity({
  key: 'guestAccess',
  path: '/guest-access',
  icon: GiftOutlined,
  section: 'access',
  can: { read: need, create: need, update: need },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
