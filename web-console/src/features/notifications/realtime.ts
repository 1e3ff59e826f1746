import { baseApi } from '@/api/baseApi'
import type { HandlerTable, RealtimeHandler } from '@/api/realtime'
import { NOTIFICATION_CLASSES } from './api'
import { playOnce } from './sound'

/** Milliseconds between refreshes: the first of a burst shows at once, what follows together, and none waits longer. */
export const REFRESH_INTERVAL = 1_000

let timer: ReturnType<typeof setTimeout> | undefined
let refreshedAt = -REFRESH_INTERVAL

const refreshUnread: RealtimeHandler = (data, { dispatch }) => {
  sound(data.notification)
  if (timer !== undefined) return
  timer = setTimeout(
    () => {
      timer = undefined
      refreshedAt = performance.now()
      dispatch(baseApi.util.invalidateTags(['Notifications']))
    },
    Math.max(0, refreshedAt + REFRESH_INTERVAL - performance.now()),
  )
}

/** An important notification may be heard, and so may a message to the person. */
function sound(notification: unknown): void {
  if (typeof notification !== 'object' || notification === null) return
  const { sound: wanted } = notification as { sound?: { file?: unknown } | null }
  if (typeof wanted?.file === 'string') playOnce(wanted.file)
}

/** Any notification of the person renews what is unread, and so does one that somebody else has dealt with. */
export const notificationHandlers: HandlerTable = Object.fromEntries(
  [...NOTIFICATION_CLASSES, 'notifications.read'].map((type) => [type, refreshUnread]),
)
