import { defineResource } from '@/kit/resource'
import { useCreateWebhook, useUpdateWebhook, useWebhook, useWebhookList, type Webhook } from './api'
import { webhooksEntity } from './entity'
import { emptyWebhook, toWebhookBody, toWebhookForm, webhookSchema } from './schema'

export const webhooks = defineResource({
  ...webhooksEntity,
  label: (row: Webhook) => row.name,
  detail: (row: Webhook) => row.url,
  defaultSort: 'name',
  form: {
    schema: webhookSchema,
    empty: emptyWebhook,
    toForm: toWebhookForm,
    toBody: toWebhookBody,
  },
  api: {
    useList: useWebhookList,
    useGet: useWebhook,
    useCreate: useCreateWebhook,
    useUpdate: useUpdateWebhook,
  },
})
