import {
  mailTemplatesApi as generated,
  type MailTemplate,
  type MailTemplateInput,
} from '@/api/generated/mail-templates'
import { listArgs, type ListQuery } from '@/api/list'
import { changesAll, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { UseMutation } from '@/kit/resource'

export type {
  MailMacro,
  MailPreview,
  MailTemplate,
  MailTemplateInput,
  MailTemplateType,
} from '@/api/generated/mail-templates'

const mailTemplatesApi = generated.enhanceEndpoints({
  endpoints: {
    listMailTemplates: { providesTags: providesList('MailTemplates') },
    getMailTemplate: { providesTags: providesItem('MailTemplates') },
    // Types and their texts come with the platform.
    listMailTemplateTypes: { providesTags: [] },
    createMailTemplate: { invalidatesTags: changesAll('MailTemplates') },
    updateMailTemplate: { invalidatesTags: changesAll('MailTemplates') },
    deleteAllMailTemplates: { invalidatesTags: changesAll('MailTemplates') },
    // Looking and sending change nothing.
    previewMail: { invalidatesTags: [] },
    sendMailPreview: { invalidatesTags: [] },
  },
})

export const useMailTemplateList = (query: ListQuery, options?: { skip?: boolean }) =>
  mailTemplatesApi.useListMailTemplatesQuery(listArgs(query), options)

export const useMailTemplate = (id: Id, options?: { skip?: boolean }) =>
  mailTemplatesApi.useGetMailTemplateQuery({ id }, options)

export const useCreateMailTemplate: UseMutation<MailTemplateInput, MailTemplate> = () => {
  const [create, state] = mailTemplatesApi.useCreateMailTemplateMutation()
  return [(mailTemplateInput) => create({ mailTemplateInput }), state]
}

export const useUpdateMailTemplate: UseMutation<
  { id: Id; body: MailTemplateInput },
  MailTemplate
> = () => {
  const [update, state] = mailTemplatesApi.useUpdateMailTemplateMutation()
  return [({ id, body }) => update({ id, mailTemplateInput: body }), state]
}

export const useMailTypes = () => mailTemplatesApi.useListMailTemplateTypesQuery()

export const {
  useDeleteAllMailTemplatesMutation,
  usePreviewMailMutation,
  useSendMailPreviewMutation,
} = mailTemplatesApi
