import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Broker'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      restartBroker: build.mutation<RestartBrokerApiResponse, RestartBrokerApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/broker/restart`,
          method: 'POST',
          body: queryArg.restartBrokerRequestInput,
        }),
        invalidatesTags: ['Broker'],
      }),
      getBrokerStatus: build.query<GetBrokerStatusApiResponse, GetBrokerStatusApiArg>({
        query: () => ({ url: `/api/v0/broker/status` }),
        providesTags: ['Broker'],
      }),
      deleteBrokerSettings: build.mutation<
        DeleteBrokerSettingsApiResponse,
        DeleteBrokerSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/settings/broker`, method: 'DELETE' }),
        invalidatesTags: ['Broker'],
      }),
      getBrokerSettings: build.query<GetBrokerSettingsApiResponse, GetBrokerSettingsApiArg>({
        query: () => ({ url: `/api/v0/settings/broker` }),
        providesTags: ['Broker'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as brokerApi }
export type RestartBrokerApiResponse = /** status 200 Done. */ object
export type RestartBrokerApiArg = {
  restartBrokerRequestInput: RestartBrokerRequestInput
}
export type GetBrokerStatusApiResponse = /** status 200 Done. */ BrokerStatus
export type GetBrokerStatusApiArg = void
export type DeleteBrokerSettingsApiResponse = /** status 200 Done. */ BrokerSettings
export type DeleteBrokerSettingsApiArg = void
export type GetBrokerSettingsApiResponse = /** status 200 Done. */ BrokerSettings
export type GetBrokerSettingsApiArg = void
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
export type RestartBrokerRequestInput = {}
export type BrokerState = 'running' | 'restarting' | 'stopped'
export type BrokerStatus = {
  /** Devices of the project that speak MQTT, and those of them that are online. */
  devices: number
  /** Whether somebody restarts it when asked to. */
  is_restartable: boolean
  online_devices: number
  state: BrokerState | null
  /** Where devices reach it, as mqtts://example.org:8883; unset when they are not told. */
  url: string | null
}
export type BrokerRolloutState = 'running' | 'completed' | 'stopped'
export type BrokerRolloutStep = 'canary' | 'tenth' | 'all'
export type BrokerRollout = {
  /** Of the project that speak MQTT. */
  devices: number
  ended_at: string | null
  /** Empty unless it was stopped. */
  error: string
  failed: number
  moved: number
  /** Sent the new broker, those of them that have come back over it, and those that have not in time. */
  sent: number
  started_at: string | null
  state: BrokerRolloutState | null
  step: BrokerRolloutStep | null
  /** Where the devices are moved to; empty for the broker of the installation. */
  url: string
  user_name: string
}
export type BrokerSettings = {
  certificate_expires_at: string | null
  /** Whom the certificate names, and how long it is good; unset without a broker of the project's own. */
  certificate_subject: string
  has_authority: boolean
  has_password: boolean
  /** Whether the platform is connected to it. */
  is_connected: boolean
  login: string
  manages_users: boolean
  /** The last one; unset when there was none. */
  rollout: BrokerRollout | null
  /** Empty: the devices use the broker of the installation. */
  url: string
}
export const {
  useRestartBrokerMutation,
  useGetBrokerStatusQuery,
  useLazyGetBrokerStatusQuery,
  useDeleteBrokerSettingsMutation,
  useGetBrokerSettingsQuery,
  useLazyGetBrokerSettingsQuery,
} = injectedRtkApi
