import { generatedApi } from '@/api/generated/endpoints'
import type { HandlerTable, RealtimeHandler } from '@/api/realtime'
import { NOTIFICATION_CLASSES } from './api'

/** A burst of events is one refresh: milliseconds to wait for the last of them. */
export const REFRESH_DEBOUNCE = 1_000

let timer: ReturnType<typeof setTimeout> | undefined

const refreshUnread: RealtimeHandler = (_data, { dispatch }) => {
  clearTimeout(timer)
  timer = setTimeout(
    () => dispatch(generatedApi.util.invalidateTags(['Notifications'])),
    REFRESH_DEBOUNCE,
  )
}

/** Any notification of the person renews what is unread. */
export const notificationHandlers: HandlerTable = Object.fromEntries(
  NOTIFICATION_CLASSES.map((type) => [type, refreshUnread]),
)
