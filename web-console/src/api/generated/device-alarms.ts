import { baseApi as api } from '../baseApi'
export const addTagTypes = ['DeviceAlarms'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listDeviceAlarms: build.query<ListDeviceAlarmsApiResponse, ListDeviceAlarmsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['DeviceAlarms'],
      }),
      deleteAllDeviceAlarms: build.mutation<
        DeleteAllDeviceAlarmsApiResponse,
        DeleteAllDeviceAlarmsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['DeviceAlarms'],
      }),
      deleteDeviceAlarm: build.mutation<DeleteDeviceAlarmApiResponse, DeleteDeviceAlarmApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DeviceAlarms'],
      }),
      getDeviceAlarm: build.query<GetDeviceAlarmApiResponse, GetDeviceAlarmApiArg>({
        query: (queryArg) => ({ url: `/api/v0/device-alarms/${queryArg.id}` }),
        providesTags: ['DeviceAlarms'],
      }),
      listDeviceAlarmLogs: build.query<ListDeviceAlarmLogsApiResponse, ListDeviceAlarmLogsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms/${queryArg.id}/logs`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
          },
        }),
        providesTags: ['DeviceAlarms'],
      }),
      processDeviceAlarm: build.mutation<ProcessDeviceAlarmApiResponse, ProcessDeviceAlarmApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms/${queryArg.id}/process`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceAlarms'],
      }),
      takeDeviceAlarm: build.mutation<TakeDeviceAlarmApiResponse, TakeDeviceAlarmApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/device-alarms/${queryArg.id}/take`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['DeviceAlarms'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as deviceAlarmsApi }
export type ListDeviceAlarmsApiResponse = /** status 200 Done. */ ListDeviceAlarmsResponse
export type ListDeviceAlarmsApiArg = {
  page?: number
  size?: number
  /** Fields: id, created_at, last_at, severity, state, device_id. */
  sort?: string
  /** Fields: id, state, severity, code, device_id, domain_id, within_domain_id, lock_number, taken_by_user_id,
    processed_by_user_id, created_at, last_at, processed_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type DeleteAllDeviceAlarmsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllDeviceAlarmsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteDeviceAlarmApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteDeviceAlarmApiArg = {
  id: number
}
export type GetDeviceAlarmApiResponse = /** status 200 Done. */ DeviceAlarm
export type GetDeviceAlarmApiArg = {
  id: number
}
export type ListDeviceAlarmLogsApiResponse = /** status 200 Done. */ ListDeviceAlarmLogsResponse
export type ListDeviceAlarmLogsApiArg = {
  id: number
  page?: number
  size?: number
}
export type ProcessDeviceAlarmApiResponse = /** status 200 Done. */ DeviceAlarm
export type ProcessDeviceAlarmApiArg = {
  id: number
  body: {
    /** What was found and done: 1 to 1,000 characters. */
    comment?: string
  }
}
export type TakeDeviceAlarmApiResponse = /** status 200 Done. */ DeviceAlarm
export type TakeDeviceAlarmApiArg = {
  id: number
  body: {
    /** True to take it, false to release it. */
    is_taken?: boolean | null
    /** Who had it when the caller looked; 0 for nobody. */
    taken_by_user_id?: number
  }
}
export type Ref = {
  id: number
  name: string
}
export type AlarmSeverity = 'low' | 'medium' | 'high'
export type AlarmState = 'enabled' | 'disabled' | 'processed'
export type DeviceAlarm = {
  /** When the door or lock was closed, by the device's clock; absent while the alarm is enabled. */
  cleared_at: string | null
  /** tamper_event, door_was_not_closed_too_long, lock_is_opened_too_long, or the word of a newer firmware. */
  code: string
  /** Of who processed it. */
  comment: string | null
  /** How often the device has raised it. */
  count: number
  /** When the platform made it. */
  created_at: string | null
  device: Ref | null
  domain: Ref | null
  /** When the next people are notified, unless somebody takes the alarm before; absent where nobody is. */
  escalates_at: string | null
  /** The first and the last time, by the device's clock. */
  first_at: string | null
  id: number
  /** What the camera saw when it was raised last: a link for the caller's session, good for ten minutes at least. */
  image_url: string | null
  last_at: string | null
  /** Where the device is, for a map. */
  location_latitude: number | null
  location_longitude: number | null
  /** From 1; absent where the device names none. */
  lock_number: number | null
  processed_at: string | null
  processed_by_user: Ref | null
  severity: AlarmSeverity | null
  state: AlarmState | null
  taken_at: string | null
  /** Who is on it. */
  taken_by_user: Ref | null
}
export type ListDeviceAlarmsResponse = {
  items: DeviceAlarm[]
  page: number
  size: number
  total: number
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
export type ItemResult = {
  done: boolean
  id: number
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type DeleteAllResponse = {
  items: ItemResult[]
}
export type DeleteAllRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
}
export type DeleteResponse = {
  id: number
}
export type EscalationMeans = 'notification' | 'mail' | 'call'
export type AlarmChange =
  | 'enabled'
  | 'disabled'
  | 'reopened'
  | 'taken'
  | 'released'
  | 'processed'
  | 'escalated'
export type DeviceAlarmLog = {
  by: EscalationMeans | null
  change: AlarmChange | null
  comment: string | null
  /** By the platform's clock. */
  created_at: string | null
  /** By the device's clock; absent for what a person did. */
  device_at: string | null
  id: number
  recipients: Ref[]
  /** Of an escalation: its step from 1, by what, and whom it names. */
  step: number | null
  /** Who did it; absent for what the device did. */
  user: Ref | null
}
export type ListDeviceAlarmLogsResponse = {
  items: DeviceAlarmLog[]
  page: number
  size: number
  total: number
}
export const {
  useListDeviceAlarmsQuery,
  useLazyListDeviceAlarmsQuery,
  useDeleteAllDeviceAlarmsMutation,
  useDeleteDeviceAlarmMutation,
  useGetDeviceAlarmQuery,
  useLazyGetDeviceAlarmQuery,
  useListDeviceAlarmLogsQuery,
  useLazyListDeviceAlarmLogsQuery,
  useProcessDeviceAlarmMutation,
  useTakeDeviceAlarmMutation,
} = injectedRtkApi
