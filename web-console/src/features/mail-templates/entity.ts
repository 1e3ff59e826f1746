import { MailOutlined } from '@ant-design/icons'
import { defineEntity } from '@/kit/resource'
import { MANAGES } from './access'

export const mailTemplatesEntity = defineEntity({
  key: 'mailTemplates',
  path: '/mail-templates',
  icon: MailOutlined,
  can: { read: MANAGES, create: MANAGES, update: MANAGES, remove: MANAGES },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
