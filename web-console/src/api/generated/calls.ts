import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Calls'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getCallCredentials: build.query<GetCallCredentialsApiResponse, GetCallCredentialsApiArg>({
        query: () => ({ url: `/api/v0/calls/credentials` }),
        providesTags: ['Calls'],
      }),
      getInterception: build.query<GetInterceptionApiResponse, GetInterceptionApiArg>({
        query: () => ({ url: `/api/v0/calls/interception` }),
        providesTags: ['Calls'],
      }),
      setInterception: build.mutation<SetInterceptionApiResponse, SetInterceptionApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/calls/interception`,
          method: 'POST',
          body: queryArg.setInterceptionRequestInput,
        }),
        invalidatesTags: ['Calls'],
      }),
      listConciergeDevices: build.query<
        ListConciergeDevicesApiResponse,
        ListConciergeDevicesApiArg
      >({
        query: () => ({ url: `/api/v0/calls/management/devices` }),
        providesTags: ['Calls'],
      }),
      openConciergeDevice: build.mutation<
        OpenConciergeDeviceApiResponse,
        OpenConciergeDeviceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/calls/management/devices/${queryArg.token}/open`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Calls'],
      }),
      listManagedCalls: build.query<ListManagedCallsApiResponse, ListManagedCallsApiArg>({
        query: () => ({ url: `/api/v0/calls/management/list` }),
        providesTags: ['Calls'],
      }),
      stopManagedCall: build.mutation<StopManagedCallApiResponse, StopManagedCallApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/calls/management/${queryArg.id}/stop`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Calls'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as callsApi }
export type GetCallCredentialsApiResponse = /** status 200 Done. */ CallCredentials
export type GetCallCredentialsApiArg = void
export type GetInterceptionApiResponse = /** status 200 Done. */ Interception
export type GetInterceptionApiArg = void
export type SetInterceptionApiResponse = /** status 200 Done. */ Interception
export type SetInterceptionApiArg = {
  setInterceptionRequestInput: SetInterceptionRequestInput
}
export type ListConciergeDevicesApiResponse = /** status 200 Done. */ ListConciergeDevicesResponse
export type ListConciergeDevicesApiArg = void
export type OpenConciergeDeviceApiResponse = /** status 200 Done. */ OpenConciergeDeviceResponse
export type OpenConciergeDeviceApiArg = {
  token: string
  body: {}
}
export type ListManagedCallsApiResponse = /** status 200 Done. */ ListManagedCallsResponse
export type ListManagedCallsApiArg = void
export type StopManagedCallApiResponse = /** status 200 Done. */ object
export type StopManagedCallApiArg = {
  id: string
  body: {}
}
export type IceServer = {
  credential: string | null
  /** stun:host:port or turn:host:port. */
  urls: string[]
  username: string | null
}
export type CallCredentials = {
  expires_at: string | null
  /** Host and port of the edge's websocket; 8443 unless the installation says otherwise. */
  host: string
  ice_servers: IceServer[]
  /** The user part of the SIP URI; null when the caller has no active number. */
  number: string | null
  password: string
  port: number
  /** The domain of the SIP URI. */
  realm: string
  /** wss, or ws where the console itself is served without TLS on this machine. */
  transport: string
  /** Authorises REGISTER and INVITE of this number until expires_at, as "EXPIRY:NUMBER@REALM"; never the number's own
    password. */
  user_name: string
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
export type InterceptionGroup = {
  /** With the groups above it. */
  full_name: string
  id: number
  is_selected: boolean
  name: string
}
export type Interception = {
  /** Those chosen by the caller, now or before. */
  groups: InterceptionGroup[]
  is_active: boolean
  /** Those that the caller belongs to. */
  user_groups: InterceptionGroup[]
}
export type SetInterceptionRequestInput = {
  /** At least one when it is active; at most 500, in the caller's own groups or below. */
  domains?: number[]
  is_active?: boolean
}
export type ConciergeNumber = {
  number: string
}
export type ConciergeDevice = {
  name: string
  sip_number: ConciergeNumber | null
  /** Names the device for this caller and this day only. */
  token: string
}
export type ListConciergeDevicesResponse = {
  /** By name; at most 500. */
  items: ConciergeDevice[]
}
export type OpenConciergeDeviceResponse = {
  /** The device said that it opened. */
  opened: boolean
}
export type Ref = {
  id: number
  name: string
}
export type ManagedCallInfo = {
  address: string
  device: Ref | null
  user: Ref | null
}
export type ManagedCallStatus =
  | 'new'
  | 'calling'
  | 'answered'
  | 'waiting'
  | 'answered_waiting'
  | 'destroyed'
export type CallType = 'normal' | 'awaiting'
export type ManagedCall = {
  /** The number that has it; null while nobody has. */
  answered_by: string | null
  callee: string
  /** Numbers. */
  caller: string
  /** Seconds since 1970. */
  created_at: number
  id: string
  info: ManagedCallInfo | null
  is_sos: boolean
  status: ManagedCallStatus | null
  type: CallType | null
}
export type ListManagedCallsResponse = {
  /** The oldest first; at most 500. */
  items: ManagedCall[]
}
export const {
  useGetCallCredentialsQuery,
  useLazyGetCallCredentialsQuery,
  useGetInterceptionQuery,
  useLazyGetInterceptionQuery,
  useSetInterceptionMutation,
  useListConciergeDevicesQuery,
  useLazyListConciergeDevicesQuery,
  useOpenConciergeDeviceMutation,
  useListManagedCallsQuery,
  useLazyListManagedCallsQuery,
  useStopManagedCallMutation,
} = injectedRtkApi
