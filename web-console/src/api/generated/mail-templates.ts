import { baseApi as api } from '../baseApi'
export const addTagTypes = ['MailTemplates'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listMailTemplates: build.query<ListMailTemplatesApiResponse, ListMailTemplatesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['MailTemplates'],
      }),
      createMailTemplate: build.mutation<CreateMailTemplateApiResponse, CreateMailTemplateApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates`,
          method: 'PUT',
          body: queryArg.mailTemplateInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      deleteAllMailTemplates: build.mutation<
        DeleteAllMailTemplatesApiResponse,
        DeleteAllMailTemplatesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      previewMail: build.mutation<PreviewMailApiResponse, PreviewMailApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates/preview`,
          method: 'POST',
          body: queryArg.previewMailRequestInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      sendMailPreview: build.mutation<SendMailPreviewApiResponse, SendMailPreviewApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates/preview/send`,
          method: 'POST',
          body: queryArg.sendMailPreviewRequestInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      listMailTemplateTypes: build.query<
        ListMailTemplateTypesApiResponse,
        ListMailTemplateTypesApiArg
      >({
        query: () => ({ url: `/api/v0/mail-templates/types` }),
        providesTags: ['MailTemplates'],
      }),
      deleteMailTemplate: build.mutation<DeleteMailTemplateApiResponse, DeleteMailTemplateApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      getMailTemplate: build.query<GetMailTemplateApiResponse, GetMailTemplateApiArg>({
        query: (queryArg) => ({ url: `/api/v0/mail-templates/${queryArg.id}` }),
        providesTags: ['MailTemplates'],
      }),
      updateMailTemplate: build.mutation<UpdateMailTemplateApiResponse, UpdateMailTemplateApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/mail-templates/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.mailTemplateInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
      sendTestMail: build.mutation<SendTestMailApiResponse, SendTestMailApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/settings/mail/test`,
          method: 'POST',
          body: queryArg.sendTestMailRequestInput,
        }),
        invalidatesTags: ['MailTemplates'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as mailTemplatesApi }
export type ListMailTemplatesApiResponse = /** status 200 Done. */ ListMailTemplatesResponse
export type ListMailTemplatesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, mail_type_id, domain_id, locale, subject, updated_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateMailTemplateApiResponse = /** status 200 Done. */ MailTemplate
export type CreateMailTemplateApiArg = {
  mailTemplateInput: MailTemplateInput
}
export type DeleteAllMailTemplatesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllMailTemplatesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type PreviewMailApiResponse = /** status 200 Done. */ MailPreview
export type PreviewMailApiArg = {
  previewMailRequestInput: PreviewMailRequestInput
}
export type SendMailPreviewApiResponse = /** status 200 Done. */ object
export type SendMailPreviewApiArg = {
  sendMailPreviewRequestInput: SendMailPreviewRequestInput
}
export type ListMailTemplateTypesApiResponse = /** status 200 Done. */ ListMailTemplateTypesResponse
export type ListMailTemplateTypesApiArg = void
export type DeleteMailTemplateApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteMailTemplateApiArg = {
  id: number
}
export type GetMailTemplateApiResponse = /** status 200 Done. */ MailTemplate
export type GetMailTemplateApiArg = {
  id: number
}
export type UpdateMailTemplateApiResponse = /** status 200 Done. */ MailTemplate
export type UpdateMailTemplateApiArg = {
  id: number
  mailTemplateInput: MailTemplateInput
}
export type SendTestMailApiResponse = /** status 200 Done. */ object
export type SendTestMailApiArg = {
  sendTestMailRequestInput: SendTestMailRequestInput
}
export type Ref = {
  id: number
  name: string
}
export type MailTemplate = {
  /** HTML, up to 100,000 characters; what is not safe in a mail is taken out when it is sent. */
  body: string
  created_at: string | null
  created_by_user: Ref | null
  /** Null for the project's. One template of a type for each group and language, and for the project. */
  domain: Ref | null
  id: number
  /** en or ru. */
  locale: string
  /** The type's code: registration_code, registration_link, ... */
  mail_type_id: string
  /** 1 to 200 characters; macros as {{name}}. */
  subject: string
  updated_at: string | null
}
export type ListMailTemplatesResponse = {
  items: MailTemplate[]
  page: number
  size: number
  total: number
}
export type Error = {
  /** Stable; for programs. */
  code: string
  /** Messages by the path of a field; names of related entities; errors of rows. */
  data?: {
    fields?: {
      [key: string]: string
    }
    names?: string[]
    rows?: {
      field: string
      index: number
      message: string
    }[]
  } | null
  /** A sentence of the catalogue, lower case. */
  message: string
}
export type RefInput = {
  id?: number
  name?: string
}
export type MailTemplateInput = {
  /** HTML, up to 100,000 characters; what is not safe in a mail is taken out when it is sent. */
  body?: string
  created_at?: string | null
  created_by_user?: RefInput | null
  /** Null for the project's. One template of a type for each group and language, and for the project. */
  domain?: RefInput | null
  id?: number
  /** en or ru. */
  locale?: string
  /** The type's code: registration_code, registration_link, ... */
  mail_type_id?: string
  /** 1 to 200 characters; macros as {{name}}. */
  subject?: string
  updated_at?: string | null
}
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type MailPreview = {
  html: string
  subject: string
  text: string
}
export type PreviewMailRequestInput = {
  body?: string
  /** The group whose white label is shown; null for the project's. */
  domain_id?: number | null
  locale?: string
  mail_type_id?: string
  subject?: string
}
export type SendMailPreviewRequestInput = {
  body?: string
  domain_id?: number | null
  email?: string
  locale?: string
  mail_type_id?: string
  subject?: string
}
export type MailText = {
  body: string
  locale: string
  subject: string
}
export type MailMacro = {
  /** Without the braces. */
  name: string
  /** The value that a preview shows. */
  sample: string
}
export type MailTemplateType = {
  /** The platform's own texts, to begin with. */
  defaults: MailText[]
  id: string
  macros: MailMacro[]
}
export type ListMailTemplateTypesResponse = {
  items: MailTemplateType[]
}
export type DeleteResponse = {
  id: number
}
export type SendTestMailRequestInput = {
  email?: string
}
export const {
  useListMailTemplatesQuery,
  useLazyListMailTemplatesQuery,
  useCreateMailTemplateMutation,
  useDeleteAllMailTemplatesMutation,
  usePreviewMailMutation,
  useSendMailPreviewMutation,
  useListMailTemplateTypesQuery,
  useLazyListMailTemplateTypesQuery,
  useDeleteMailTemplateMutation,
  useGetMailTemplateQuery,
  useLazyGetMailTemplateQuery,
  useUpdateMailTemplateMutation,
  useSendTestMailMutation,
} = injectedRtkApi
