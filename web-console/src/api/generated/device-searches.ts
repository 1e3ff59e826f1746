import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeviceSearches'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      createFoundDevices: build.mutation<CreateFoundDevicesApiResponse, CreateFoundDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/found`,
          method: 'PUT',
          body: queryArg.createFoundDevicesRequestInput,
        }),
        invalidatesTags: ['DeviceSearches'],
      }),
      getDeviceSearch: build.query<GetDeviceSearchApiResponse, GetDeviceSearchApiArg>({
        query: () => ({ url: `/api/v0/devices/search` }),
        providesTags: ['DeviceSearches'],
      }),
      searchDevices: build.mutation<SearchDevicesApiResponse, SearchDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/search`,
          method: 'POST',
          body: queryArg.searchDevicesRequestInput,
        }),
        invalidatesTags: ['DeviceSearches'],
      }),
      findUnclaimedDevice: build.mutation<
        FindUnclaimedDeviceApiResponse,
        FindUnclaimedDeviceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/unclaimed`,
          method: 'POST',
          body: queryArg.findUnclaimedDeviceRequestInput,
        }),
        invalidatesTags: ['DeviceSearches'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deviceSearchesApi }
export type CreateFoundDevicesApiResponse = /** status 200 Done. */ CreateFoundDevicesResponse
export type CreateFoundDevicesApiArg = {
  createFoundDevicesRequestInput: CreateFoundDevicesRequestInput
}
export type GetDeviceSearchApiResponse = /** status 200 Done. */ DeviceSearch
export type GetDeviceSearchApiArg = void
export type SearchDevicesApiResponse = /** status 200 Done. */ DeviceSearch
export type SearchDevicesApiArg = {
  searchDevicesRequestInput: SearchDevicesRequestInput
}
export type FindUnclaimedDeviceApiResponse = /** status 200 Done. */ UnclaimedDevice
export type FindUnclaimedDeviceApiArg = {
  findUnclaimedDeviceRequestInput: FindUnclaimedDeviceRequestInput
}
export type FoundDeviceResult = {
  /** Which fields of the item are refused: name and message. */
  fields: {
    [key: string]: string
  }
  /** Of the new device; 0 where none was created. */
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
  serial_number: string
}
export type CreateFoundDevicesResponse = {
  /** In the order of the request. */
  items: FoundDeviceResult[]
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
export type Protocol = 'http' | 'mqtt' | 'none'
export type DeviceType =
  | 'panel'
  | 'monitor'
  | 'accesscontroller'
  | 'liftcontroller'
  | 'ip_camera'
  | 'barrier'
export type FoundDeviceItemInput = {
  domain?: RefInput | null
  ip_address?: string
  /** See DeviceManagement. */
  keep_list?: boolean
  /** Of the device's own page. With both, the platform tells the device where it reports to, so that it comes by itself. */
  login?: string | null
  model?: string
  /** 1 to 100 characters; the model and the serial number where it is empty. */
  name?: string
  password?: string | null
  port?: number
  /** HTTP or MQTT, the default. */
  protocol?: Protocol | null
  serial_number?: string
  type?: DeviceType | null
}
export type CreateFoundDevicesRequestInput = {
  /** Up to 500. */
  items?: FoundDeviceItemInput[]
}
export type FoundDevice = {
  firmware: string | null
  ip_address: string
  /** A device of this project has the serial number already. */
  is_known: boolean
  model: string
  /** 80 or 443. */
  port: number
  serial_number: string
  /** Unset for a model that the platform does not know: it cannot be created. */
  type: DeviceType | null
}
export type DeviceSearchState = 'running' | 'finished' | 'failed'
export type DeviceSearch = {
  devices: FoundDevice[]
  /** Addresses that were asked, of so many. */
  done: number
  request_id: string
  state: DeviceSearchState | null
  total: number
}
export type SearchDevicesRequestInput = {
  end_ip?: string
  /** 1 to 64 characters, chosen by the caller: the pushes carry it. */
  request_id?: string
  /** IPv4. Up to 1,024 addresses, both ends included, all of which the platform may call. */
  start_ip?: string
}
export type UnclaimedDevice = {
  /** From where it called. */
  address: string
  seen_at: string | null
  serial_number: string
}
export type FindUnclaimedDeviceRequestInput = {
  password?: string
  serial_number?: string
}
export const {
  useCreateFoundDevicesMutation,
  useGetDeviceSearchQuery,
  useLazyGetDeviceSearchQuery,
  useSearchDevicesMutation,
  useFindUnclaimedDeviceMutation,
} = injectedRtkApi
