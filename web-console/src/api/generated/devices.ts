import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Devices'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listDeliveries: build.query<ListDeliveriesApiResponse, ListDeliveriesApiArg>({
        query: (queryArg) => ({ url: `/api/v0/deliveries/${queryArg.linkId}` }),
        providesTags: ['Devices'],
      }),
      listDeviceModels: build.query<ListDeviceModelsApiResponse, ListDeviceModelsApiArg>({
        query: () => ({ url: `/api/v0/device-models` }),
        providesTags: ['Devices'],
      }),
      listDevices: build.query<ListDevicesApiResponse, ListDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices`,
          params: {
            page: queryArg.page,
            size: queryArg.size,
            sort: queryArg.sort,
            filters: queryArg.filters,
            with: queryArg['with'],
            search: queryArg.search,
          },
        }),
        providesTags: ['Devices'],
      }),
      createDevice: build.mutation<CreateDeviceApiResponse, CreateDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices`,
          method: 'PUT',
          body: queryArg.deviceInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      deleteAllDevices: build.mutation<DeleteAllDevicesApiResponse, DeleteAllDevicesApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/deleteAll`,
          method: 'POST',
          body: queryArg.deleteAllRequestInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      setDeviceProtocols: build.mutation<SetDeviceProtocolsApiResponse, SetDeviceProtocolsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/protocol`,
          method: 'POST',
          body: queryArg.setDeviceProtocolsRequestInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      deleteDevice: build.mutation<DeleteDeviceApiResponse, DeleteDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Devices'],
      }),
      getDevice: build.query<GetDeviceApiResponse, GetDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          params: {
            with: queryArg['with'],
          },
        }),
        providesTags: ['Devices'],
      }),
      updateDevice: build.mutation<UpdateDeviceApiResponse, UpdateDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}`,
          method: 'PATCH',
          body: queryArg.deviceInput,
        }),
        invalidatesTags: ['Devices'],
      }),
      initDevice: build.mutation<InitDeviceApiResponse, InitDeviceApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/init`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      openLock: build.mutation<OpenLockApiResponse, OpenLockApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/open`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      restartDeviceQueue: build.mutation<RestartDeviceQueueApiResponse, RestartDeviceQueueApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/queue/restart`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      applyDeviceSettings: build.mutation<
        ApplyDeviceSettingsApiResponse,
        ApplyDeviceSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/settings/apply`,
          method: 'POST',
          body: queryArg.body,
        }),
        invalidatesTags: ['Devices'],
      }),
      listDeviceStatusHistory: build.query<
        ListDeviceStatusHistoryApiResponse,
        ListDeviceStatusHistoryApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/status-history`,
        }),
        providesTags: ['Devices'],
      }),
      listSyncErrors: build.query<ListSyncErrorsApiResponse, ListSyncErrorsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/devices/${queryArg.id}/sync-errors`,
        }),
        providesTags: ['Devices'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as devicesApi }
export type ListDeliveriesApiResponse = /** status 200 Done. */ ListDeliveriesResponse
export type ListDeliveriesApiArg = {
  /** The link_id of the identifier. */
  linkId: string
}
export type ListDeviceModelsApiResponse = /** status 200 Done. */ ListDeviceModelsResponse
export type ListDeviceModelsApiArg = void
export type ListDevicesApiResponse = /** status 200 Done. */ ListDevicesResponse
export type ListDevicesApiArg = {
  page?: number
  size?: number
  sort?: string
  /** Fields: id, name, type, model, serial_number, domain_id, within_domain_id, protocol, status,
    created_at. */
  filters?: string
  with?: string[]
  search?: string
}
export type CreateDeviceApiResponse = /** status 200 Done. */ Device
export type CreateDeviceApiArg = {
  deviceInput: DeviceInput
}
export type DeleteAllDevicesApiResponse = /** status 200 Done. */ DeleteAllResponse
export type DeleteAllDevicesApiArg = {
  deleteAllRequestInput: DeleteAllRequestInput
}
export type SetDeviceProtocolsApiResponse = /** status 200 Done. */ SetDeviceProtocolsResponse
export type SetDeviceProtocolsApiArg = {
  setDeviceProtocolsRequestInput: SetDeviceProtocolsRequestInput
}
export type DeleteDeviceApiResponse = /** status 200 Done. */ DeleteResponse
export type DeleteDeviceApiArg = {
  id: number
}
export type GetDeviceApiResponse = /** status 200 Done. */ Device
export type GetDeviceApiArg = {
  id: number
  with?: string[]
}
export type UpdateDeviceApiResponse = /** status 200 Done. */ Device
export type UpdateDeviceApiArg = {
  id: number
  deviceInput: DeviceInput
}
export type InitDeviceApiResponse = /** status 200 Done. */ DeviceActionResponse
export type InitDeviceApiArg = {
  id: number
  body: {}
}
export type OpenLockApiResponse = /** status 200 Done. */ OpenLockResponse
export type OpenLockApiArg = {
  id: number
  body: {
    /** 0 all, 1 to 8. */
    lock_number?: number
  }
}
export type RestartDeviceQueueApiResponse = /** status 200 Done. */ DeviceActionResponse
export type RestartDeviceQueueApiArg = {
  id: number
  body: {}
}
export type ApplyDeviceSettingsApiResponse = /** status 200 Done. */ DeviceActionResponse
export type ApplyDeviceSettingsApiArg = {
  id: number
  body: {}
}
export type ListDeviceStatusHistoryApiResponse =
  /** status 200 Done. */ ListDeviceStatusHistoryResponse
export type ListDeviceStatusHistoryApiArg = {
  id: number
}
export type ListSyncErrorsApiResponse = /** status 200 Done. */ ListSyncErrorsResponse
export type ListSyncErrorsApiArg = {
  id: number
}
export type Ref = {
  id: number
  name: string
}
export type DeliveryState = 'confirmed' | 'waiting' | 'refused'
export type DeviceStatus = 'online' | 'offline'
export type Delivery = {
  /** Of the confirmation, of the refusal, or since when it waits. */
  at: string | null
  device: Ref | null
  /** Why it is refused, as in SyncError. */
  error: string | null
  /** Whether the device should hold it. */
  is_wanted: boolean
  state: DeliveryState | null
  status: DeviceStatus | null
  status_changed_at: string | null
}
export type ListDeliveriesResponse = {
  items: Delivery[]
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
export type DeviceType =
  | 'panel'
  | 'monitor'
  | 'accesscontroller'
  | 'liftcontroller'
  | 'ip_camera'
  | 'barrier'
export type DeviceModel = {
  /** Call buttons that can be given a number, 0 to 4. */
  buttons: number
  has_camera: boolean
  has_keypad: boolean
  has_lift: boolean
  has_sip: boolean
  holds_schedules: boolean
  identifier_types: string[]
  locks: number
  max_faces: number
  max_identifiers: number
  /** Locks with an extension module. */
  max_locks: number
  model: string
  /** Where the record comes from: estimate, where the vendor's pages give the model and its kind, and the numbers of locks, buttons,
    identifiers and faces are this project's own; platform, for what the platform itself uses of another vendor's device. */
  source: string
  type: DeviceType | null
}
export type ListDeviceModelsResponse = {
  items: DeviceModel[]
}
export type Protocol = 'http' | 'mqtt' | 'none'
export type DeviceInfo = {
  actual_version: number
  /** Seconds by which the device's clock is ahead of the platform's, negative for behind; by the newest event that was sent at once. */
  clock_skew_seconds: number | null
  /** Why the platform cannot reach the device; unset when it can, or has not tried. */
  contact_error: string | null
  /** Identifiers that the device should hold. */
  desired_identifiers_count: number
  /** Desired and acknowledged versions of its list; equal when it is in step. */
  desired_version: number
  firmware: string | null
  identifiers_count: number
  /** When the newest event happened, by the device's clock. */
  last_event_at: string | null
  /** The protocol that the device is changing to; unset when it does not. */
  pending_protocol: Protocol | null
  /** Why the last change of its protocol failed. */
  protocol_error: string | null
  status: DeviceStatus | null
  status_changed_at: string | null
  sync_errors_count: number
  tasks_failed: number
  tasks_waiting: number
}
export type AdditionalSettings = {
  /** A plate that a camera beside it has read counts as shown at this door. */
  alpr_camera_interaction: boolean
  /** Always four; a model takes as many as it has buttons. Empty: the button calls nobody. */
  button_numbers: string[]
  /** Whether a command opens a lock. True where it is not said when a device is made. */
  remote_lock_opening: boolean
}
export type AddressSettings = {
  /** 01 to 99. */
  apartment: string | null
  /** 0001 to 9999. */
  building: string | null
  device: string | null
  /** 00 to 98. */
  floor: string | null
  manual: boolean
  /** unit, wall, ... */
  mode: string | null
  no_unit: boolean
  reregister: boolean
  /** Seconds, default 600. */
  reregister_interval: number | null
  sync: boolean
  /** 00 to 99. */
  unit: string | null
}
export type AlprCameraSettings = {
  /** True where it is not said when a device is made. */
  allow_remote_opening_lock: boolean
  using: boolean
}
export type FaceRecognitionSettings = {
  autostart: boolean
  enabled: boolean
  /** 2D or 3D, the default. */
  mode: string | null
  /** low, medium or high, the default. */
  similarity: string | null
}
export type IntegrationAxxonSettings = {
  camera_guid: string | null
  camera_name: string | null
  direction: number | null
  macro_guid: string | null
  macro_name: string | null
}
export type Floor = {
  apartments: string[]
  /** 1 to 98. */
  floor: number
  is_panel_floor: boolean
  is_public: boolean
  name: string
  ports: number[]
}
export type LiftReleaseTime = {
  api: number | null
  card: number | null
}
export type LiftSettings = {
  /** call-down, call-up-down, call-any, access-control-manual or call-up, the default. */
  device_mode: string | null
  invert_all_relays: boolean
  lift_release_time: LiftReleaseTime | null
  relay_mode: string | null
  /** Seconds, default 10. */
  relay_open_time: number | null
}
export type LiftControllerSettings = {
  enabled: boolean
  floor_map: Floor[]
  settings: LiftSettings | null
}
export type MqttSettings = {
  /** Masked; 8 to 32 characters. Made when absent. */
  password: string | null
}
export type NetworkSettings = {
  dns: string | null
  gateway: string | null
  ip: string | null
  is_dhcp: boolean
  subnet: string | null
}
export type DeviceSipSettings = {
  enabled: boolean
  login: string | null
  manual: boolean
  /** Masked; 6 to 31 characters. */
  password: string | null
  proxy_address: string | null
  realm_address: string | null
  /** Payload type of the picture, 0 to 127; 0, the default, is the device's own. */
  rtp_profile: number | null
  stun_address: string | null
  stun_port: number | null
  /** Seconds, default 120. */
  talk_timeout: number | null
  /** UDP, the default, TCP or TLS. */
  transport: string | null
  /** Calls by logical address instead of number. */
  use_address: boolean
}
export type DeviceSettings = {
  additional: AdditionalSettings | null
  address: AddressSettings | null
  alpr_camera: AlprCameraSettings | null
  face_recognition: FaceRecognitionSettings | null
  integration_axxon: IntegrationAxxonSettings | null
  lift_controller: LiftControllerSettings | null
  mqtt: MqttSettings | null
  network: NetworkSettings | null
  sip: DeviceSipSettings | null
}
export type DeviceManagement = {
  heartbeat: boolean
  /** What the device holds is left alone until it is adopted (DeviceAdoptions) or this is false again: identifiers and schedules are
    neither sent nor deleted. For a panel that another system ran. */
  keep_list: boolean
  realtime_logging: boolean
}
export type Device = {
  created_at: string | null
  created_by_user: Ref | null
  description: string | null
  device_info: DeviceInfo | null
  device_login: string | null
  /** Masked. */
  device_password: string | null
  device_settings: DeviceSettings | null
  domain: Ref | null
  get_logs: boolean
  id: number
  ip_address: string | null
  /** -90 to 90. */
  location_latitude: number | null
  /** -180 to 180. */
  location_longitude: number | null
  login: string | null
  management: DeviceManagement | null
  /** One of the models of the type, as AA-12, which a new panel is that does not say. */
  model: string
  /** 1 to 100 characters. */
  name: string
  /** Masked. */
  password: string | null
  /** 1 to 65535, default 80. */
  port: number
  /** MQTT for a new one that does not say. */
  protocol: Protocol | null
  /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
  serial_number: string
  /** A panel for a new one that does not say. */
  type: DeviceType | null
  updated_at: string | null
}
export type ListDevicesResponse = {
  items: Device[]
  page: number
  size: number
  total: number
}
export type RefInput = {
  id?: number
  name?: string
}
export type DeviceInfoInput = {
  actual_version?: number
  /** Seconds by which the device's clock is ahead of the platform's, negative for behind; by the newest event that was sent at once. */
  clock_skew_seconds?: number | null
  /** Why the platform cannot reach the device; unset when it can, or has not tried. */
  contact_error?: string | null
  /** Identifiers that the device should hold. */
  desired_identifiers_count?: number
  /** Desired and acknowledged versions of its list; equal when it is in step. */
  desired_version?: number
  firmware?: string | null
  identifiers_count?: number
  /** When the newest event happened, by the device's clock. */
  last_event_at?: string | null
  /** The protocol that the device is changing to; unset when it does not. */
  pending_protocol?: Protocol | null
  /** Why the last change of its protocol failed. */
  protocol_error?: string | null
  status?: DeviceStatus | null
  status_changed_at?: string | null
  sync_errors_count?: number
  tasks_failed?: number
  tasks_waiting?: number
}
export type AdditionalSettingsInput = {
  /** A plate that a camera beside it has read counts as shown at this door. */
  alpr_camera_interaction?: boolean
  /** Always four; a model takes as many as it has buttons. Empty: the button calls nobody. */
  button_numbers?: string[]
  /** Whether a command opens a lock. True where it is not said when a device is made. */
  remote_lock_opening?: boolean
}
export type AddressSettingsInput = {
  /** 01 to 99. */
  apartment?: string | null
  /** 0001 to 9999. */
  building?: string | null
  device?: string | null
  /** 00 to 98. */
  floor?: string | null
  manual?: boolean
  /** unit, wall, ... */
  mode?: string | null
  no_unit?: boolean
  reregister?: boolean
  /** Seconds, default 600. */
  reregister_interval?: number | null
  sync?: boolean
  /** 00 to 99. */
  unit?: string | null
}
export type AlprCameraSettingsInput = {
  /** True where it is not said when a device is made. */
  allow_remote_opening_lock?: boolean
  using?: boolean
}
export type FaceRecognitionSettingsInput = {
  autostart?: boolean
  enabled?: boolean
  /** 2D or 3D, the default. */
  mode?: string | null
  /** low, medium or high, the default. */
  similarity?: string | null
}
export type IntegrationAxxonSettingsInput = {
  camera_guid?: string | null
  camera_name?: string | null
  direction?: number | null
  macro_guid?: string | null
  macro_name?: string | null
}
export type FloorInput = {
  apartments?: string[]
  /** 1 to 98. */
  floor?: number
  is_panel_floor?: boolean
  is_public?: boolean
  name?: string
  ports?: number[]
}
export type LiftReleaseTimeInput = {
  api?: number | null
  card?: number | null
}
export type LiftSettingsInput = {
  /** call-down, call-up-down, call-any, access-control-manual or call-up, the default. */
  device_mode?: string | null
  invert_all_relays?: boolean
  lift_release_time?: LiftReleaseTimeInput | null
  relay_mode?: string | null
  /** Seconds, default 10. */
  relay_open_time?: number | null
}
export type LiftControllerSettingsInput = {
  enabled?: boolean
  floor_map?: FloorInput[]
  settings?: LiftSettingsInput | null
}
export type MqttSettingsInput = {
  /** Masked; 8 to 32 characters. Made when absent. */
  password?: string | null
}
export type NetworkSettingsInput = {
  dns?: string | null
  gateway?: string | null
  ip?: string | null
  is_dhcp?: boolean
  subnet?: string | null
}
export type DeviceSipSettingsInput = {
  enabled?: boolean
  login?: string | null
  manual?: boolean
  /** Masked; 6 to 31 characters. */
  password?: string | null
  proxy_address?: string | null
  realm_address?: string | null
  /** Payload type of the picture, 0 to 127; 0, the default, is the device's own. */
  rtp_profile?: number | null
  stun_address?: string | null
  stun_port?: number | null
  /** Seconds, default 120. */
  talk_timeout?: number | null
  /** UDP, the default, TCP or TLS. */
  transport?: string | null
  /** Calls by logical address instead of number. */
  use_address?: boolean
}
export type DeviceSettingsInput = {
  additional?: AdditionalSettingsInput | null
  address?: AddressSettingsInput | null
  alpr_camera?: AlprCameraSettingsInput | null
  face_recognition?: FaceRecognitionSettingsInput | null
  integration_axxon?: IntegrationAxxonSettingsInput | null
  lift_controller?: LiftControllerSettingsInput | null
  mqtt?: MqttSettingsInput | null
  network?: NetworkSettingsInput | null
  sip?: DeviceSipSettingsInput | null
}
export type DeviceManagementInput = {
  heartbeat?: boolean
  /** What the device holds is left alone until it is adopted (DeviceAdoptions) or this is false again: identifiers and schedules are
    neither sent nor deleted. For a panel that another system ran. */
  keep_list?: boolean
  realtime_logging?: boolean
}
export type DeviceInput = {
  created_at?: string | null
  created_by_user?: RefInput | null
  description?: string | null
  device_info?: DeviceInfoInput | null
  device_login?: string | null
  /** Masked. */
  device_password?: string | null
  device_settings?: DeviceSettingsInput | null
  domain?: RefInput | null
  get_logs?: boolean
  id?: number
  ip_address?: string | null
  /** -90 to 90. */
  location_latitude?: number | null
  /** -180 to 180. */
  location_longitude?: number | null
  login?: string | null
  management?: DeviceManagementInput | null
  /** One of the models of the type, as AA-12, which a new panel is that does not say. */
  model?: string
  /** 1 to 100 characters. */
  name?: string
  /** Masked. */
  password?: string | null
  /** 1 to 65535, default 80. */
  port?: number
  /** MQTT for a new one that does not say. */
  protocol?: Protocol | null
  /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
  serial_number?: string
  /** A panel for a new one that does not say. */
  type?: DeviceType | null
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
export type DeviceProtocolResult = {
  done: boolean
  id: number
  /** The device is being sent the change: it keeps its protocol until it has come the new way. */
  is_pending: boolean
  /** Why not, in the catalogue's words; empty when done. */
  message: string
}
export type SetDeviceProtocolsResponse = {
  /** In the order of the request. */
  items: DeviceProtocolResult[]
}
export type SetDeviceProtocolsRequestInput = {
  /** Up to 500 ids. */
  items?: number[]
  protocol?: Protocol | null
}
export type DeleteResponse = {
  id: number
}
export type DeviceActionResponse = {
  /** Tasks that were made or put back. */
  tasks: number
}
export type OpenLockResponse = {
  /** The device said that it opened. */
  opened: boolean
}
export type StatusReason = 'broker' | 'no_answer' | 'call' | 'silence'
export type DeviceStatusChange = {
  at: string | null
  reason: StatusReason | null
  status: DeviceStatus | null
}
export type ListDeviceStatusHistoryResponse = {
  /** 30 days ago; later where there are more changes than are answered. */
  from: string | null
  items: DeviceStatusChange[]
  /** From then on, until the first change; unspecified where it is not known. */
  status_before: DeviceStatus | null
  to: string | null
}
export type SyncError = {
  created_at: string | null
  entity_id: number
  /** The device's word, as number_of_identifiers_exceeded, or why the platform did not send it: unsupported_type,
    device_full, or what the device cannot hold by itself (prohibited_at_times, schedules_differ_by_lock,
    locks_not_selectable, schedule_in_another_zone, clock_in_another_zone) so that it has to ask the platform at the door. */
  error: string
  /** identifier or schedule. */
  kind: string
  link_id: string
  name: string
}
export type ListSyncErrorsResponse = {
  items: SyncError[]
}
export const {
  useListDeliveriesQuery,
  useLazyListDeliveriesQuery,
  useListDeviceModelsQuery,
  useLazyListDeviceModelsQuery,
  useListDevicesQuery,
  useLazyListDevicesQuery,
  useCreateDeviceMutation,
  useDeleteAllDevicesMutation,
  useSetDeviceProtocolsMutation,
  useDeleteDeviceMutation,
  useGetDeviceQuery,
  useLazyGetDeviceQuery,
  useUpdateDeviceMutation,
  useInitDeviceMutation,
  useOpenLockMutation,
  useRestartDeviceQueueMutation,
  useApplyDeviceSettingsMutation,
  useListDeviceStatusHistoryQuery,
  useLazyListDeviceStatusHistoryQuery,
  useListSyncErrorsQuery,
  useLazyListSyncErrorsQuery,
} = injectedRtkApi
