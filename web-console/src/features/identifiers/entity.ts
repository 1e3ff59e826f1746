import { CreditCardOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'

export const identifiersEntity = defineEntity({
  key: 'identifiers',
  path: '/identifiers',
  icon: CreditCardOutlined,
  section: 'access',
  can: {
    // Everybody sees at least their own.
    create: { any: ['can_create_identifier'] },
    update: { any: ['can_edit_identifier'] },
    remove: { any: ['can_delete_identifier'] },
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
