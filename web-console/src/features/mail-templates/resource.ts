import { MailOutlined } from '@ant-design/icons'
import { defineResource } from '@/kit/resource'
import { MANAGES } from './access'
import {
  useCreateMailTemplate,
  useMailTemplate,
  useMailTemplateList,
  useUpdateMailTemplate,
  type MailTemplate,
} from './api'
import {
  emptyMailTemplate,
  mailTemplateSchema,
  toMailTemplateBody,
  toMailTemplateForm,
} from './schema'

export const mailTemplates = defineResource({
  key: 'mailTemplates',
  path: '/mail-templates',
  icon: MailOutlined,
  label: (row: MailTemplate) => row.subject,
  detail: (row: MailTemplate) => row.domain?.name ?? '',
  defaultSort: 'mail_type_id',
  can: { read: MANAGES, create: MANAGES, update: MANAGES, remove: MANAGES },
  form: {
    schema: mailTemplateSchema,
    empty: emptyMailTemplate,
    toForm: toMailTemplateForm,
    toBody: toMailTemplateBody,
  },
  api: {
    useList: useMailTemplateList,
    useGet: useMailTemplate,
    useCreate: useCreateMailTemplate,
    useUpdate: useUpdateMailTemplate,
  },
  pages: { list: () => import('./ListPage'), form: () => import('./FormPage') },
})
