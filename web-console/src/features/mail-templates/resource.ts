import { defineResource } from '@/kit/resource'
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
import { mailTemplatesEntity } from './entity'

export const mailTemplates = defineResource({
  ...mailTemplatesEntity,
  label: (row: MailTemplate) => row.subject,
  detail: (row: MailTemplate) => row.domain?.name ?? '',
  defaultSort: 'mail_type_id',
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
})
