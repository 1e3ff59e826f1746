import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Webhooks'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listWebhookEvents: build.query<ListWebhookEventsApiResponse, ListWebhookEventsApiArg>({
        query: () => ({ url: `/api/v0/webhook-events` }),
        providesTags: ['Webhooks'],
      }),
      listWebhooks: build.query<ListWebhooksApiResponse, ListWebhooksApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/webhooks`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Webhooks'],
      }),
      createWebhook: build.mutation<CreateWebhookApiResponse, CreateWebhookApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/webhooks`,
          method: 'POST',
          body: queryArg.webhookInput,
        }),
        invalidatesTags: ['Webhooks'],
      }),
      deleteWebhook: build.mutation<DeleteWebhookApiResponse, DeleteWebhookApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Webhooks'],
      }),
      getWebhook: build.query<GetWebhookApiResponse, GetWebhookApiArg>({
        query: (queryArg) => ({ url: `/api/v0/webhooks/${queryArg.id}` }),
        providesTags: ['Webhooks'],
      }),
      updateWebhook: build.mutation<UpdateWebhookApiResponse, UpdateWebhookApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.webhookInput,
        }),
        invalidatesTags: ['Webhooks'],
      }),
      listWebhookDeliveries: build.query<
        ListWebhookDeliveriesApiResponse,
        ListWebhookDeliveriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}/deliveries`,
          params: {
            state: queryArg.state,
            before_id: queryArg.beforeId,
            limit: queryArg.limit,
          },
        }),
        providesTags: ['Webhooks'],
      }),
      replayWebhookDeliveries: build.mutation<
        ReplayWebhookDeliveriesApiResponse,
        ReplayWebhookDeliveriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}/deliveries/replay`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Webhooks'],
      }),
      rotateWebhookSecret: build.mutation<
        RotateWebhookSecretApiResponse,
        RotateWebhookSecretApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}/secret`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Webhooks'],
      }),
      testWebhook: build.mutation<TestWebhookApiResponse, TestWebhookApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/webhooks/${queryArg.id}/test`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Webhooks'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as webhooksApi }
export type ListWebhookEventsApiResponse = /** status 200 Done. */ ListWebhookEventsResponse
export type ListWebhookEventsApiArg = void
export type ListWebhooksApiResponse = /** status 200 Done. */ ListWebhooksResponse
export type ListWebhooksApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, url, is_enabled, created_at, domain_id. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateWebhookApiResponse = /** status 200 Done. */ Webhook
export type CreateWebhookApiArg = {
  webhookInput: WebhookInput
}
export type DeleteWebhookApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteWebhookApiArg = {
  id: number
}
export type GetWebhookApiResponse = /** status 200 Done. */ Webhook
export type GetWebhookApiArg = {
  id: number
}
export type UpdateWebhookApiResponse = /** status 200 Done. */ Webhook
export type UpdateWebhookApiArg = {
  id: number
  webhookInput: WebhookInput
}
export type ListWebhookDeliveriesApiResponse = /** status 200 Done. */ ListWebhookDeliveriesResponse
export type ListWebhookDeliveriesApiArg = {
  id: number
  /** Of one state; all without it. */
  state?: WebhookDeliveryState
  /** Those before this id; the newest without it. */
  beforeId?: number
  /** 1 to 100; 0 means 50. */
  limit?: number
}
export type ReplayWebhookDeliveriesApiResponse =
  /** status 200 Done. */ ReplayWebhookDeliveriesResponse
export type ReplayWebhookDeliveriesApiArg = {
  id: number
  body: {
    /** Instead: the oldest 10,000. */
    all?: boolean
    /** Up to 500 dead letters. Those that are none are left alone. */
    deliveries?: number[]
  }
}
export type RotateWebhookSecretApiResponse = /** status 200 Done. */ WebhookSecret
export type RotateWebhookSecretApiArg = {
  id: number
  body: {}
}
export type TestWebhookApiResponse = /** status 200 Done. */ TestWebhookResponse
export type TestWebhookApiArg = {
  id: number
  body: {}
}
export type WebhookEventField = {
  description: string
  /** Of data; a dot before a key of an object. */
  name: string
  /** string, integer, boolean, object or array. */
  type: string
}
export type WebhookEvent = {
  description: string
  /** A whole message. */
  example: {
    [key: string]: any
  } | null
  fields: WebhookEventField[]
  /** The caller may view such events somewhere, and so have them sent. */
  is_permitted: boolean
  /** By which webhooks choose it: its type, with a part after a slash where a webhook may choose some of a type only. */
  name: string
  /** Topic of the websocket that pushes it; empty for an event that webhooks alone get. */
  topic: string
  /** As messages have it, and pushes on the websocket. */
  type: string
}
export type ListWebhookEventsResponse = {
  items: WebhookEvent[]
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
export type Ref = {
  id: number
  name: string
}
export type Webhook = {
  created_at: string | null
  /** Dead letters. */
  dead: number
  delivered_at: string | null
  disabled_at: string | null
  /** Why the platform has disabled it: gone (its server answered 410), failing (no success for three days), group_deleted. Empty
    for one that is enabled, or that a person has disabled. */
  disabled_reason: string
  /** Only what happens in this group and the groups below it; unset for the whole project. */
  domain: Ref | null
  /** Events that were not stored, because more than 100,000 waited; since the webhook was last enabled. */
  dropped: number
  /** Events of the catalogue by their names. */
  events: string[]
  /** Since when no message was accepted; unset while they are. */
  failing_since: string | null
  id: number
  is_enabled: boolean
  name: string
  /** In whose present rights it gets events. */
  owner_user: Ref | null
  /** Deliveries that wait. */
  pending: number
  /** Until when messages have the signature of the secret before the last rotation, too; unset without one. */
  previous_secret_until: string | null
  /** whsec_ and 32 bytes in base64. Only in the answer to its creation. */
  secret: string
  updated_at: string | null
  /** https; http only where its host is in a private network that the operator of the platform allows. Up to 1,000 characters. */
  url: string
  /** Events that it does not get, since whoever vouches for it may not view them any more. */
  withheld_events: string[]
}
export type ListWebhooksResponse = {
  items: Webhook[]
  page: number
  size: number
  total: number
}
export type RefInput = {
  id?: number
  name?: string
}
export type WebhookInput = {
  created_at?: string | null
  /** Dead letters. */
  dead?: number
  delivered_at?: string | null
  disabled_at?: string | null
  /** Why the platform has disabled it: gone (its server answered 410), failing (no success for three days), group_deleted. Empty
    for one that is enabled, or that a person has disabled. */
  disabled_reason?: string
  /** Only what happens in this group and the groups below it; unset for the whole project. */
  domain?: RefInput | null
  /** Events that were not stored, because more than 100,000 waited; since the webhook was last enabled. */
  dropped?: number
  /** Events of the catalogue by their names. */
  events?: string[]
  /** Since when no message was accepted; unset while they are. */
  failing_since?: string | null
  id?: number
  is_enabled?: boolean
  name?: string
  /** In whose present rights it gets events. */
  owner_user?: RefInput | null
  /** Deliveries that wait. */
  pending?: number
  /** Until when messages have the signature of the secret before the last rotation, too; unset without one. */
  previous_secret_until?: string | null
  /** whsec_ and 32 bytes in base64. Only in the answer to its creation. */
  secret?: string
  updated_at?: string | null
  /** https; http only where its host is in a private network that the operator of the platform allows. Up to 1,000 characters. */
  url?: string
  /** Events that it does not get, since whoever vouches for it may not view them any more. */
  withheld_events?: string[]
}
export type DeleteResponse = {
  id: number
}
export type WebhookDeliveryState = 'pending' | 'delivered' | 'dead'
export type WebhookDelivery = {
  attempted_at: string | null
  attempts: number
  created_at: string | null
  /** Of the last attempt, in the words of the catalogue; empty for one that succeeded. */
  error: string
  /** Of the catalogue. */
  event: string
  /** The header webhook-id: the same however often it is sent. */
  event_id: string
  id: number
  /** Of a delivery that waits; unset while an earlier one of the same door is on its way. */
  next_attempt_at: string | null
  state: WebhookDeliveryState | null
  /** HTTP status of the last attempt; 0 without an answer. */
  status: number
}
export type ListWebhookDeliveriesResponse = {
  /** There are more before the last of them. */
  has_more: boolean
  items: WebhookDelivery[]
}
export type ReplayWebhookDeliveriesResponse = {
  replayed: number
}
export type WebhookSecret = {
  previous_secret_until: string | null
  secret: string
}
export type TestWebhookResponse = {
  /** The first 1,000 characters of the answer. */
  answer: string
  /** Milliseconds. */
  duration: number
  /** Why there is none, in the words of the catalogue; empty for an answer. */
  error: string
  /** HTTP status; 0 without an answer. */
  status: number
}
export const {
  useListWebhookEventsQuery,
  useLazyListWebhookEventsQuery,
  useListWebhooksQuery,
  useLazyListWebhooksQuery,
  useCreateWebhookMutation,
  useDeleteWebhookMutation,
  useGetWebhookQuery,
  useLazyGetWebhookQuery,
  useUpdateWebhookMutation,
  useListWebhookDeliveriesQuery,
  useLazyListWebhookDeliveriesQuery,
  useReplayWebhookDeliveriesMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
} = injectedRtkApi
