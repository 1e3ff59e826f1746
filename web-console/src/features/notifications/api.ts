import {
  notificationsApi as generated,
  type NotificationClass,
} from '@/api/generated/notifications'
import type { Id } from '@/api/types'

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
  license_reminder: true,
  reservation_reminder: true,
  guest_key_used_first: true,
  webhook_problem: true,
  emergency_alert_problem: true,
  emergency_alert_started: true,
  emergency_alert_ended: true,
  wallet_certificate_reminder: true,
  import_finished: true,
}
export const NOTIFICATION_CLASSES = Object.keys(CLASSES) as NotificationClass[]

const notificationsApi = generated.injectEndpoints({
  endpoints: (build) => ({
    /** The API reads one or all; what is shown is asked for again once, not after each. */
    readSeveral: build.mutation<null, Id[]>({
      queryFn: async (ids, _api, _options, fetch) => {
        const answers = await Promise.all(
          ids.map(async (id) =>
            fetch({ url: '/api/v0/notifications/read', method: 'POST', body: { id } }),
          ),
        )
        const failed = answers.find(({ error }) => error !== undefined)
        return failed?.error ? { error: failed.error } : { data: null }
      },
      invalidatesTags: ['Notifications'],
    }),
  }),
})

export const {
  useReadSeveralMutation,
  useGetNotificationSettingsQuery,
  useListNotificationsQuery,
  useListUnreadNotificationsQuery,
  useReadNotificationsMutation,
  useSetNotificationSettingsMutation,
} = notificationsApi
