import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeviceForwards'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getDeviceForwards: build.query<GetDeviceForwardsApiResponse, GetDeviceForwardsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/forwards/settings`,
        }),
        providesTags: ['DeviceForwards'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deviceForwardsApi }
export type GetDeviceForwardsApiResponse = /** status 200 Done. */ DeviceForwardTable
export type GetDeviceForwardsApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type ForwardSource = 'general' | 'user'
export type ForwardNumber = {
  /** Beyond what a panel takes for an apartment. */
  is_cut_off: boolean
  number: string
  source: ForwardSource | null
  /** Whose number it is. */
  user: Ref | null
}
export type ApartmentForward = {
  /** As the panel dials it: AA, or UU-AA where the units are below the panel's group. */
  apartment: string
  domain: Ref | null
  /** Another group below the device's has the same address: this one is not sent. */
  is_ambiguous: boolean
  /** The device has confirmed these numbers, those that are cut off excepted. */
  is_confirmed: boolean
  numbers: ForwardNumber[]
}
export type DeviceForwardTable = {
  /** False for a device that does not call apartments: nothing is sent to it. */
  is_supported: boolean
  /** By apartment. */
  items: ApartmentForward[]
  /** Numbers that an apartment may have at a panel; further ones are cut off. */
  max_numbers: number
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
export const { useGetDeviceForwardsQuery, useLazyGetDeviceForwardsQuery } = injectedRtkApi
