import { baseApi as api } from '../baseApi'
export const addTagTypes = ['SipService'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      reinitSipService: build.mutation<ReinitSipServiceApiResponse, ReinitSipServiceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-service/reinit`,
          method: 'POST',
          body: queryArg.reinitSipServiceRequestInput,
        }),
        invalidatesTags: ['SipService'],
      }),
      restartSipService: build.mutation<RestartSipServiceApiResponse, RestartSipServiceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/sip-service/restart`,
          method: 'POST',
          body: queryArg.restartSipServiceRequestInput,
        }),
        invalidatesTags: ['SipService'],
      }),
      getSipServiceStatus: build.query<GetSipServiceStatusApiResponse, GetSipServiceStatusApiArg>({
        query: () => ({ url: `/api/v0/sip-service/status` }),
        providesTags: ['SipService'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as sipServiceApi }
export type ReinitSipServiceApiResponse = /** status 200 Done. */ ReinitSipServiceResponse
export type ReinitSipServiceApiArg = {
  reinitSipServiceRequestInput: ReinitSipServiceRequestInput
}
export type RestartSipServiceApiResponse = /** status 200 Done. */ object
export type RestartSipServiceApiArg = {
  restartSipServiceRequestInput: RestartSipServiceRequestInput
}
export type GetSipServiceStatusApiResponse = /** status 200 Done. */ SipServiceStatus
export type GetSipServiceStatusApiArg = void
export type ReinitSipServiceResponse = {
  /** Accounts that were written. */
  accounts: number
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
export type ReinitSipServiceRequestInput = {}
export type RestartSipServiceRequestInput = {}
export type SipServicePart = {
  is_ready: boolean
  /** What is wrong, when it is not ready. */
  message: string | null
  /** edge, media, call_control. */
  name: string
  version: string | null
}
export type SipServiceState = 'running' | 'restarting' | 'degraded' | 'stopped'
export type SipServiceStatus = {
  active_calls: number
  parts: SipServicePart[]
  /** Of the project. */
  registered_numbers: number
  started_at: string | null
  state: SipServiceState | null
}
export const {
  useReinitSipServiceMutation,
  useRestartSipServiceMutation,
  useGetSipServiceStatusQuery,
  useLazyGetSipServiceStatusQuery,
} = injectedRtkApi
