import { baseApi as api } from '../baseApi'
export const addTagTypes = ['PushSubscriptions'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getPushKey: build.query<GetPushKeyApiResponse, GetPushKeyApiArg>({
        query: () => ({ url: `/api/v0/notifications/push-key` }),
        providesTags: ['PushSubscriptions'],
      }),
      savePushSubscription: build.mutation<
        SavePushSubscriptionApiResponse,
        SavePushSubscriptionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/notifications/push-subscriptions`,
          method: 'PUT',
          body: queryArg.pushSubscriptionInput,
        }),
        invalidatesTags: ['PushSubscriptions'],
      }),
      deletePushSubscription: build.mutation<
        DeletePushSubscriptionApiResponse,
        DeletePushSubscriptionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/notifications/push-subscriptions/delete`,
          method: 'POST',
          body: queryArg.deletePushSubscriptionRequestInput,
        }),
        invalidatesTags: ['PushSubscriptions'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as pushSubscriptionsApi }
export type GetPushKeyApiResponse = /** status 200 Done. */ PushKey
export type GetPushKeyApiArg = void
export type SavePushSubscriptionApiResponse = /** status 200 Done. */ PushSubscription
export type SavePushSubscriptionApiArg = {
  pushSubscriptionInput: PushSubscriptionInput
}
export type DeletePushSubscriptionApiResponse =
  /** status 200 Done. */ DeletePushSubscriptionResponse
export type DeletePushSubscriptionApiArg = {
  deletePushSubscriptionRequestInput: DeletePushSubscriptionRequestInput
}
export type PushKey = {
  /** The installation's public key (VAPID, RFC 8292): 65 bytes in base64url. Empty where no push is set up. */
  public_key: string
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
export type PushSubscription = {
  /** 16 bytes in base64url; not answered. */
  auth: string
  /** https, up to 1,000 characters. */
  endpoint: string
  /** The browser's public key, 65 bytes in base64url; not answered. */
  p256dh: string
}
export type PushSubscriptionInput = {
  /** 16 bytes in base64url; not answered. */
  auth?: string
  /** https, up to 1,000 characters. */
  endpoint?: string
  /** The browser's public key, 65 bytes in base64url; not answered. */
  p256dh?: string
}
export type DeletePushSubscriptionResponse = {
  deleted: number
}
export type DeletePushSubscriptionRequestInput = {
  endpoint?: string
}
export const {
  useGetPushKeyQuery,
  useLazyGetPushKeyQuery,
  useSavePushSubscriptionMutation,
  useDeletePushSubscriptionMutation,
} = injectedRtkApi
