import { baseApi as api } from '../baseApi'
export const addTagTypes = ['EmergencyAlerts'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listEmergencyAlerts: build.query<ListEmergencyAlertsApiResponse, ListEmergencyAlertsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['EmergencyAlerts'],
      }),
      createEmergencyAlert: build.mutation<
        CreateEmergencyAlertApiResponse,
        CreateEmergencyAlertApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts`,
          method: 'PUT',
          body: queryArg.emergencyAlertInput,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      deleteAllEmergencyAlerts: build.mutation<
        DeleteAllEmergencyAlertsApiResponse,
        DeleteAllEmergencyAlertsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      deleteEmergencyAlert: build.mutation<
        DeleteEmergencyAlertApiResponse,
        DeleteEmergencyAlertApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      getEmergencyAlert: build.query<GetEmergencyAlertApiResponse, GetEmergencyAlertApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}`,
        }),
        providesTags: ['EmergencyAlerts'],
      }),
      updateEmergencyAlert: build.mutation<
        UpdateEmergencyAlertApiResponse,
        UpdateEmergencyAlertApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.emergencyAlertInput,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      listAlertRuns: build.query<ListAlertRunsApiResponse, ListAlertRunsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}/runs`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
          },
        }),
        providesTags: ['EmergencyAlerts'],
      }),
      getAlertRun: build.query<GetAlertRunApiResponse, GetAlertRunApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}/runs/${queryArg.runId}`,
        }),
        providesTags: ['EmergencyAlerts'],
      }),
      startEmergencyAlert: build.mutation<
        StartEmergencyAlertApiResponse,
        StartEmergencyAlertApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}/start`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
      stopEmergencyAlert: build.mutation<StopEmergencyAlertApiResponse, StopEmergencyAlertApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/emergency-alerts/${queryArg.id}/stop`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['EmergencyAlerts'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as emergencyAlertsApi }
export type ListEmergencyAlertsApiResponse = /** status 200 Done. */ ListEmergencyAlertsResponse
export type ListEmergencyAlertsApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, created_at, device_type, door_mode, domain_id, within_domain_id (the group or one below it),
    named_domain_id (the group itself, also as one that is let in), device_id. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateEmergencyAlertApiResponse = /** status 200 Done. */ EmergencyAlert
export type CreateEmergencyAlertApiArg = {
  emergencyAlertInput: EmergencyAlertInput
}
export type DeleteAllEmergencyAlertsApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllEmergencyAlertsApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type DeleteEmergencyAlertApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteEmergencyAlertApiArg = {
  id: number
}
export type GetEmergencyAlertApiResponse = /** status 200 Done. */ EmergencyAlert
export type GetEmergencyAlertApiArg = {
  id: number
}
export type UpdateEmergencyAlertApiResponse = /** status 200 Done. */ EmergencyAlert
export type UpdateEmergencyAlertApiArg = {
  id: number
  emergencyAlertInput: EmergencyAlertInput
}
export type ListAlertRunsApiResponse = /** status 200 Done. */ ListAlertRunsResponse
export type ListAlertRunsApiArg = {
  id: number
  page?: number
  size?: number
}
export type GetAlertRunApiResponse = /** status 200 Done. */ AlertRun
export type GetAlertRunApiArg = {
  id: number
  runId: number
}
export type StartEmergencyAlertApiResponse = /** status 200 Done. */ AlertRun
export type StartEmergencyAlertApiArg = {
  id: number
  body: {
    /** For a drill: a device of the alert, which alone does what the alert says; 0 for all. */
    drill_device_id?: number
  }
}
export type StopEmergencyAlertApiResponse = /** status 200 Done. */ StopEmergencyAlertResponse
export type StopEmergencyAlertApiArg = {
  id: number
  body: {}
}
export type Ref = {
  id: number
  name: string
}
export type AlertDeviceType = 'monitor' | 'panel' | 'all'
export type DoorMode = 'none' | 'unlock' | 'lockdown'
export type EmergencyAlertFile = {
  /** Milliseconds. */
  duration: number
  filename: string
  /** As the sender called it. */
  name: string
  /** Path with a signature, for an hour. */
  url: string
}
export type AlertRunCounts = {
  done: number
  /** Devices of a lockdown with a door, and those that are shut, and restored. */
  doors: number
  failed: number
  failed_locks: number
  /** Locks that should open, and those that did at the last attempt. */
  locks: number
  offline: number
  open_locks: number
  /** Devices that should play, and what has become of them. */
  players: number
  playing: number
  restored_doors: number
  shut_doors: number
  stopped: number
}
export type AlertDoorState = 'none' | 'waiting' | 'shut' | 'restoring' | 'restored'
export type AlertLockState = 'pending' | 'open' | 'failed' | 'offline' | 'ended'
export type AlertRunLock = {
  at: string | null
  error: string
  number: number
  state: AlertLockState | null
}
export type AlertPlayState =
  | 'none'
  | 'pending'
  | 'sent'
  | 'playing'
  | 'done'
  | 'failed'
  | 'offline'
  | 'stopped'
export type AlertRunDevice = {
  /** Of the state. */
  at: string | null
  device: Ref | null
  domain: Ref | null
  door_state: AlertDoorState | null
  /** Why it plays nothing, in the device's word. */
  error: string
  is_online: boolean
  locks: AlertRunLock[]
  state: AlertPlayState | null
}
export type AlertRunStatus = 'running' | 'stopping' | 'stopped' | 'finished'
export type AlertRun = {
  alert: Ref | null
  counts: AlertRunCounts | null
  /** Only where one run is asked for. */
  devices: AlertRunDevice[]
  door_mode: DoorMode | null
  ends_at: string | null
  id: number
  is_drill: boolean
  message: string | null
  open_locks: boolean
  /** When the sound ends, and when everything does, by themselves. */
  sound_ends_at: string | null
  started_at: string | null
  started_by_user: Ref | null
  status: AlertRunStatus | null
  stopped_at: string | null
  stopped_by_user: Ref | null
}
export type EmergencyAlert = {
  created_at: string | null
  created_by_user: Ref | null
  device_type: AlertDeviceType | null
  /** Panels, monitors and access controllers besides. */
  devices: Ref[]
  /** With the groups below them. A group or a device is required. */
  domains: Ref[]
  /** Seconds after which a door mode ends by itself. */
  door_duration: number
  door_mode: DoorMode | null
  /** The sound; unset without one. */
  file: EmergencyAlertFile | null
  /** Of UploadEmergencyAlertFile. Required, but for a door mode without a sound. */
  filename: string
  id: number
  /** What people who watch the board are told to do. */
  message: string | null
  name: string
  /** Which of its lists name nothing any more, because all that they named was deleted: recipients (no group and no device: it
    does nothing), pass_domains (nobody is let in), start_roles, release_roles (whoever may change the alert starts and ends it).
    And devices: it has recipients, but no device among them that would do anything. */
  names_nothing: string[]
  /** The locks of panels and controllers of the groups are opened again and again while the alert runs. */
  open_locks: boolean
  /** Whose people, and those of the groups below, are still let in during a lockdown. */
  pass_domains: Ref[]
  /** Seconds for which devices repeat the sound. */
  playback_duration: number
  /** Roles that may end its lockdown; empty for all. A sound is stopped by whoever may play it. */
  release_roles: Ref[]
  /** The run that lasts, without its devices; a drill where nothing else does. */
  run: AlertRun | null
  /** Roles that may start it, besides the right to; empty for all. */
  start_roles: Ref[]
  updated_at: string | null
}
export type ListEmergencyAlertsResponse = {
  items: EmergencyAlert[]
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
export type RefInput = {
  id?: number
  name?: string
}
export type EmergencyAlertFileInput = {
  /** Milliseconds. */
  duration?: number
  filename?: string
  /** As the sender called it. */
  name?: string
  /** Path with a signature, for an hour. */
  url?: string
}
export type AlertRunCountsInput = {
  done?: number
  /** Devices of a lockdown with a door, and those that are shut, and restored. */
  doors?: number
  failed?: number
  failed_locks?: number
  /** Locks that should open, and those that did at the last attempt. */
  locks?: number
  offline?: number
  open_locks?: number
  /** Devices that should play, and what has become of them. */
  players?: number
  playing?: number
  restored_doors?: number
  shut_doors?: number
  stopped?: number
}
export type AlertRunLockInput = {
  at?: string | null
  error?: string
  number?: number
  state?: AlertLockState | null
}
export type AlertRunDeviceInput = {
  /** Of the state. */
  at?: string | null
  device?: RefInput | null
  domain?: RefInput | null
  door_state?: AlertDoorState | null
  /** Why it plays nothing, in the device's word. */
  error?: string
  is_online?: boolean
  locks?: AlertRunLockInput[]
  state?: AlertPlayState | null
}
export type AlertRunInput = {
  alert?: RefInput | null
  counts?: AlertRunCountsInput | null
  /** Only where one run is asked for. */
  devices?: AlertRunDeviceInput[]
  door_mode?: DoorMode | null
  ends_at?: string | null
  id?: number
  is_drill?: boolean
  message?: string | null
  open_locks?: boolean
  /** When the sound ends, and when everything does, by themselves. */
  sound_ends_at?: string | null
  started_at?: string | null
  started_by_user?: RefInput | null
  status?: AlertRunStatus | null
  stopped_at?: string | null
  stopped_by_user?: RefInput | null
}
export type EmergencyAlertInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  device_type?: AlertDeviceType | null
  /** Panels, monitors and access controllers besides. */
  devices?: RefInput[]
  /** With the groups below them. A group or a device is required. */
  domains?: RefInput[]
  /** Seconds after which a door mode ends by itself. */
  door_duration?: number
  door_mode?: DoorMode | null
  /** The sound; unset without one. */
  file?: EmergencyAlertFileInput | null
  /** Of UploadEmergencyAlertFile. Required, but for a door mode without a sound. */
  filename?: string
  id?: number
  /** What people who watch the board are told to do. */
  message?: string | null
  name?: string
  /** Which of its lists name nothing any more, because all that they named was deleted: recipients (no group and no device: it
    does nothing), pass_domains (nobody is let in), start_roles, release_roles (whoever may change the alert starts and ends it).
    And devices: it has recipients, but no device among them that would do anything. */
  names_nothing?: string[]
  /** The locks of panels and controllers of the groups are opened again and again while the alert runs. */
  open_locks?: boolean
  /** Whose people, and those of the groups below, are still let in during a lockdown. */
  pass_domains?: RefInput[]
  /** Seconds for which devices repeat the sound. */
  playback_duration?: number
  /** Roles that may end its lockdown; empty for all. A sound is stopped by whoever may play it. */
  release_roles?: RefInput[]
  /** The run that lasts, without its devices; a drill where nothing else does. */
  run?: AlertRunInput | null
  /** Roles that may start it, besides the right to; empty for all. */
  start_roles?: RefInput[]
  updated_at?: string | null
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
export type ListAlertRunsResponse = {
  items: AlertRun[]
  page: number
  size: number
  total: number
}
export type StopEmergencyAlertResponse = {
  /** The run that was ended, or the newest one; unset where there was none. */
  run: AlertRun | null
}
export const {
  useListEmergencyAlertsQuery,
  useLazyListEmergencyAlertsQuery,
  useCreateEmergencyAlertMutation,
  useDeleteAllEmergencyAlertsMutation,
  useDeleteEmergencyAlertMutation,
  useGetEmergencyAlertQuery,
  useLazyGetEmergencyAlertQuery,
  useUpdateEmergencyAlertMutation,
  useListAlertRunsQuery,
  useLazyListAlertRunsQuery,
  useGetAlertRunQuery,
  useLazyGetAlertRunQuery,
  useStartEmergencyAlertMutation,
  useStopEmergencyAlertMutation,
} = injectedRtkApi
