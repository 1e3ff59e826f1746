import { baseApi as api } from '../baseApi'
export const addTagTypes = ['Notifications'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listNotifications: build.query<ListNotificationsApiResponse, ListNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/notifications`,
          params: {
            type: queryArg['type'],
            offset: queryArg.offset,
            limit: queryArg.limit,
          },
        }),
        providesTags: ['Notifications'],
      }),
      readNotifications: build.mutation<ReadNotificationsApiResponse, ReadNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/api/v0/notifications/read`,
          method: 'POST',
          body: queryArg.readNotificationsRequestInput,
        }),
        invalidatesTags: ['Notifications'],
      }),
      getNotificationSettings: build.query<
        GetNotificationSettingsApiResponse,
        GetNotificationSettingsApiArg
      >({
        query: () => ({ url: `/api/v0/notifications/settings` }),
        providesTags: ['Notifications'],
      }),
      setNotificationSettings: build.mutation<
        SetNotificationSettingsApiResponse,
        SetNotificationSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v0/notifications/settings`,
          method: 'POST',
          body: queryArg.notificationSettingsInput,
        }),
        invalidatesTags: ['Notifications'],
      }),
      listUnreadNotifications: build.query<
        ListUnreadNotificationsApiResponse,
        ListUnreadNotificationsApiArg
      >({
        query: () => ({ url: `/api/v0/notifications/unread` }),
        providesTags: ['Notifications'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as notificationsApi }
export type ListNotificationsApiResponse = /** status 200 Done. */ ListNotificationsResponse
export type ListNotificationsApiArg = {
  /** all (default) or alarm. */
  type?: string
  offset?: number
  /** 1 to 100; 0 means 20. */
  limit?: number
}
export type ReadNotificationsApiResponse = /** status 200 Done. */ ReadNotificationsResponse
export type ReadNotificationsApiArg = {
  readNotificationsRequestInput: ReadNotificationsRequestInput
}
export type GetNotificationSettingsApiResponse = /** status 200 Done. */ NotificationSettings
export type GetNotificationSettingsApiArg = void
export type SetNotificationSettingsApiResponse = /** status 200 Done. */ NotificationSettings
export type SetNotificationSettingsApiArg = {
  notificationSettingsInput: NotificationSettingsInput
}
export type ListUnreadNotificationsApiResponse =
  /** status 200 Done. */ ListUnreadNotificationsResponse
export type ListUnreadNotificationsApiArg = void
export type PopupAction = {
  /** As goto:page. */
  code: string
  params: {
    [key: string]: any
  } | null
}
export type Significance = 'normal' | 'important'
export type Sound = {
  file: string
  /** once or loop. */
  mode: string
}
export type NotificationClass =
  | 'announce_received'
  | 'announce_status_changed'
  | 'conversation_received'
  | 'conversation_message_received'
  | 'sip_reboot_started'
  | 'sip_reboot_completed'
  | 'device_broker_settings_sent'
  | 'identifier_used'
  | 'revoked_identifier_used'
  | 'device_alarm_enabled'
  | 'device_alarm_disabled'
  | 'device_alarm_processed'
  | 'license_reminder'
  | 'reservation_reminder'
  | 'guest_key_used_first'
  | 'webhook_problem'
  | 'emergency_alert_problem'
  | 'wallet_certificate_reminder'
  | 'import_finished'
  | 'emergency_alert_started'
  | 'emergency_alert_ended'
export type Notification = {
  color: string
  created_at: string | null
  /** user, device, group (each {id, name}), identifier_type, identifier_number (masked for codes and QR codes), code, event_id,
    lock_number, created_at. */
  data: {
    [key: string]: any
  } | null
  icon: string
  id: number
  popup_action: PopupAction | null
  read_at: string | null
  significance: Significance | null
  sound: Sound | null
  type: NotificationClass | null
}
export type ListNotificationsResponse = {
  items: Notification[]
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
export type ReadNotificationsResponse = {
  read: number
}
export type ReadNotificationsRequestInput = {
  id?: number | null
}
export type ClassSetting = {
  /** Shown in the console. */
  acs: boolean
  /** Pushed to the user's browsers as well, while the console is closed; left as it is when unset. */
  push: boolean | null
  type: NotificationClass | null
}
export type NotificationSettings = {
  settings: ClassSetting[]
}
export type ClassSettingInput = {
  /** Shown in the console. */
  acs?: boolean
  /** Pushed to the user's browsers as well, while the console is closed; left as it is when unset. */
  push?: boolean | null
  type?: NotificationClass | null
}
export type NotificationSettingsInput = {
  settings?: ClassSettingInput[]
}
export type ListUnreadNotificationsResponse = {
  /** The latest 20 that are important. */
  important: Notification[]
  /** The latest 20. */
  items: Notification[]
  /** Exact up to 1,000. */
  total: number
}
export const {
  useListNotificationsQuery,
  useLazyListNotificationsQuery,
  useReadNotificationsMutation,
  useGetNotificationSettingsQuery,
  useLazyGetNotificationSettingsQuery,
  useSetNotificationSettingsMutation,
  useListUnreadNotificationsQuery,
  useLazyListUnreadNotificationsQuery,
} = injectedRtkApi
