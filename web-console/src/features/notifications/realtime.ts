import { generatedApi } from '@/api/generated/endpoints'
import type { HandlerTable, RealtimeHandler } from '@/api/realtime'
import { NOTIFICATION_CLASSES } from './api'
import { playOnce } from './sound'

/** A burst of events is one refresh: milliseconds to wait for the last of them. */
export const REFRESH_DEBOUNCE = 1_000

let timer: ReturnType<typeof setTimeout> | undefined

const refreshUnread: RealtimeHandler = (data, { dispatch }) => {
  sound(data.notification)
  clearTimeout(timer)
  timer = setTimeout(
    () => dispatch(generatedApi.util.invalidateTags(['Notifications'])),
    REFRESH_DEBOUNCE,
  )
}

/** An important notification may be heard. */
function sound(notification: unknown): void {
  if (typeof notification !== 'object' || notification === null) return
  const { significance, sound: wanted } = notification as {
    significance?: unknown
    sound?: { file?: unknown } | null
  }
  if (significance === 'important' && typeof wanted?.file === 'string') playOnce(wanted.file)
}

/** Any notification of the person renews what is unread. */
export const notificationHandlers: HandlerTable = Object.fromEntries(
  NOTIFICATION_CLASSES.map((type) => [type, refreshUnread]),
)
