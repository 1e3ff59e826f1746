import { baseApi } from '@/api/baseApi'
import type { Id } from '@/api/types'

export const NOTIFICATION_CLASSES = [
  'announce_received',
  'announce_status_changed',
  'conversation_received',
  'conversation_message_received',
  'sip_reboot_started',
  'sip_reboot_completed',
  'device_broker_settings_sent',
  'identifier_used',
  'revoked_identifier_used',
  'device_alarm_enabled',
  'device_alarm_disabled',
  'device_alarm_processed',
] as const
export type NotificationClass = (typeof NOTIFICATION_CLASSES)[number]

/** What a user is told. */
export interface Notification {
  id: Id
  type: NotificationClass
  /** user, device, group (each `{id, name}`), identifier_type, identifier_number, … */
  data: Record<string, unknown> | null
  created_at: string
  read_at: string | null
  significance: 'normal' | 'important'
}

export interface UnreadNotifications {
  /** The latest 20. */
  items: Notification[]
  /** Exact up to 1,000. */
  total: number
  important: Notification[]
}

export const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listUnreadNotifications: build.query<UnreadNotifications, void>({
      query: () => '/notifications/unread',
      providesTags: [{ type: 'Notification', id: 'UNREAD' }],
    }),
    readNotifications: build.mutation<{ read: number }, { id?: Id }>({
      query: (body) => ({ url: '/notifications/read', method: 'POST', body }),
      invalidatesTags: (_read, error) => (error ? [] : ['Notification']),
    }),
  }),
})

export const { useListUnreadNotificationsQuery, useReadNotificationsMutation } = notificationsApi
