import { webhooksApi as generated, type Webhook, type WebhookInput } from '@/api/generated/webhooks'
import { listArgs, type ListQuery } from '@/api/list'
import { changesItem, changesList, providesItem, providesList } from '@/api/tags'
import type { Id } from '@/api/types'
import type { UseMutation } from '@/kit/resource'

export type { Webhook, WebhookDelivery, WebhookEvent, WebhookInput } from '@/api/generated/webhooks'

/** How often an open page of deliveries asks what became of them, in milliseconds. */
const POLL = 5_000

const webhooksApi = generated.enhanceEndpoints({
  endpoints: {
    listWebhooks: { providesTags: providesList('Webhooks') },
    getWebhook: { providesTags: providesItem('Webhooks') },
    createWebhook: { invalidatesTags: changesList('Webhooks') },
    updateWebhook: { invalidatesTags: changesItem('Webhooks') },
    deleteWebhook: { invalidatesTags: changesList('Webhooks') },
    rotateWebhookSecret: { invalidatesTags: changesItem('Webhooks') },
    // A page of deliveries is of now.
    listWebhookDeliveries: { keepUnusedDataFor: 0, providesTags: providesList('Webhooks') },
    replayWebhookDeliveries: { invalidatesTags: changesItem('Webhooks') },
  },
})

export const useWebhookList = (query: ListQuery, options?: { skip?: boolean }) =>
  webhooksApi.useListWebhooksQuery(listArgs(query), { refetchOnMountOrArgChange: true, ...options })

export const useWebhook = (id: Id, options?: { skip?: boolean }) =>
  webhooksApi.useGetWebhookQuery({ id }, { refetchOnMountOrArgChange: true, ...options })

export const useCreateWebhook: UseMutation<WebhookInput, Webhook> = () => {
  const [create, state] = webhooksApi.useCreateWebhookMutation()
  return [(webhookInput) => create({ webhookInput }), state]
}

export const useUpdateWebhook: UseMutation<{ id: Id; body: WebhookInput }, Webhook> = () => {
  const [update, state] = webhooksApi.useUpdateWebhookMutation()
  return [({ id, body }) => update({ id, webhookInput: body }), state]
}

export const useWebhookDeliveries = (
  arg: Parameters<typeof webhooksApi.useListWebhookDeliveriesQuery>[0],
) =>
  webhooksApi.useListWebhookDeliveriesQuery(arg, {
    pollingInterval: POLL,
    skipPollingIfUnfocused: true,
  })

export const {
  useDeleteWebhookMutation,
  useListWebhookEventsQuery,
  useReplayWebhookDeliveriesMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} = webhooksApi
