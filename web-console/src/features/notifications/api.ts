import { notificationsApi, type NotificationClass } from '@/api/generated/notifications'

export type { Notification, NotificationClass } from '@/api/generated/notifications'

/** Every class, so that each has a text and is listened to; in the order of the settings. */
const CLASSES: Record<NotificationClass, true> = {
  identifier_used: true,
  revoked_identifier_used: true,
  device_alarm_enabled: true,
  device_alarm_disabled: true,
  device_alarm_processed: true,
  announce_received: true,
  announce_status_changed: true,
  conversation_received: true,
  conversation_message_received: true,
  sip_reboot_started: true,
  sip_reboot_completed: true,
  device_broker_settings_sent: true,
}
export const NOTIFICATION_CLASSES = Object.keys(CLASSES) as NotificationClass[]

export const {
  useGetNotificationSettingsQuery,
  useListNotificationsQuery,
  useListUnreadNotificationsQuery,
  useReadNotificationsMutation,
  useSetNotificationSettingsMutation,
} = notificationsApi
