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
export const { useRestartBrokerMutation, useGetBrokerStatusQuery, useLazyGetBrokerStatusQuery } =
  injectedRtkApi
