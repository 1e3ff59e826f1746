import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeviceAdoptions'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      adoptDevice: build.mutation<AdoptDeviceApiResponse, AdoptDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/adopt`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceAdoptions'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deviceAdoptionsApi }
export type AdoptDeviceApiResponse = /** status 200 Done. */ DeviceAdoption
export type AdoptDeviceApiArg = {
  id: number
  body: {
    /** Of the plan that is carried out; empty: only a plan is made. */
    plan_hash?: string
  }
}
export type AdoptionCounts = {
  /** Left out, and deleted from the device with its next list. */
  conflicts: number
  created: number
  /** The project has them already. */
  known: number
}
export type AdoptedKind = 'identifier' | 'schedule' | 'rule'
export type AdoptedState = 'created' | 'known' | 'conflict'
export type AdoptedItem = {
  /** Of what is there already, or was created; 0 else. */
  entity_id: number
  /** Of a rule: identifiers that it names. */
  identifiers: number
  kind: AdoptedKind | null
  /** Of a rule: 0 all, else 1 to 8. */
  locks: number[]
  name: string
  /** Of cards and plates; what others know by heart or by eye is not shown. */
  number: string
  /** Why it is a conflict: no_link_id, wrong_number, unsupported_type, link_id_taken, duplicate, revoked, expired, no_photo,
    not_licensed, locks_not_selectable, wrong_period, unknown_schedule, wrong_schedule. */
  reason: string
  state: AdoptedState | null
  /** Of an identifier: card, ukey, access_code, qr, face, license_plate. */
  type: string
}
export type DeviceAdoption = {
  device_id: number
  device_name: string
  identifiers: AdoptionCounts | null
  is_applied: boolean
  /** Conflicts first; up to 1,000. */
  items: AdoptedItem[]
  plan_hash: string
  rules: AdoptionCounts | null
  schedules: AdoptionCounts | null
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
export const { useAdoptDeviceMutation } = injectedRtkApi
