import { baseApi } from '@/api/baseApi'
import { API_BASE } from '@/api/limits'
import { getProfile } from '@/api/profile'
import { recordAnswer } from '@/api/reachability'
import {
  combineHandlers,
  RealtimeClient,
  resynchroniseHandlers,
  roleChangedHandlers,
  statusChanged,
  topics,
  type RealtimeContext,
} from '@/api/realtime'
import { refreshSession, selectSession } from '@/api/session'
import { reservationHandlers } from '@/features/amenities'
import { alarmHandlers } from '@/features/device-alarms'
import { searchHandlers } from '@/features/device-search'
import { announceHandlers } from '@/features/announces'
import { conversationHandlers } from '@/features/conversations'
import { taskHandlers } from '@/features/device-tasks'
import { deviceHandlers } from '@/features/devices'
import { elevatorHandlers } from '@/features/elevators'
import { emergencyAlertHandlers } from '@/features/emergency-alerts'
import { notificationHandlers } from '@/features/notifications'
import { phoneHandlers } from '@/features/phone'
import { sipServiceHandlers } from '@/features/sip-service'
import { importHandlers } from '@/features/structure'
import type { AppStore } from './store'

/** Every event that the console reacts to: a line per concern. */
const handlers = combineHandlers(
  resynchroniseHandlers,
  roleChangedHandlers,
  notificationHandlers,
  deviceHandlers,
  searchHandlers,
  elevatorHandlers,
  taskHandlers,
  alarmHandlers,
  emergencyAlertHandlers,
  importHandlers,
  sipServiceHandlers,
  announceHandlers,
  conversationHandlers,
  reservationHandlers,
  phoneHandlers,
)

/** Seconds before its end at which an access token is exchanged rather than used. */
const TOKEN_MARGIN = 30

/** Keeps the websocket open while somebody is signed in. */
export function startRealtime(store: AppStore): RealtimeClient {
  const profileOf = () => getProfile.select()(store.getState()).data
  const context: RealtimeContext = { dispatch: store.dispatch, profile: profileOf }

  const client = new RealtimeClient({
    address: () => socketAddress(store),
    onStatus: (status) => {
      if (status === 'connected') recordAnswer()
      store.dispatch(statusChanged(status))
    },
    onMessage: (message) => {
      recordAnswer()
      const { data } = message
      for (const handle of handlers.get(data.type) ?? []) handle(data, context)
      topics.deliver(message)
    },
    onReconnect: () => refetchEverythingShown(store),
    // A session that is over is refused a refresh, which leads to the sign-in page.
    onSessionOver: () => {
      const token = selectSession(store.getState())?.token
      if (token) void refreshSession(store, token)
    },
  })
  client.subscribe('private-app-changes')
  topics.bind(client)

  // A support session in a project of one's own is another session there.
  const sessionNow = () => {
    const { session } = store.getState()
    const id = selectSession({ session })?.project.id
    return id === undefined ? undefined : `${Boolean(session.support)} ${id}`
  }
  let project: string | undefined
  let topic: string | undefined
  store.subscribe(() => {
    const next = sessionNow()
    if (next !== project) {
      project = next
      client.stop()
      if (next !== undefined) client.start()
    }
    const id = profileOf()?.id
    const own = id === undefined ? undefined : `private-users.${id}`
    if (own !== topic) {
      if (topic) client.unsubscribe(topic)
      if (own) client.subscribe(own)
      topic = own
    }
  })
  // A session kept from an earlier page changes nothing in the store, so it is noticed here.
  project = sessionNow()
  if (project !== undefined) client.start()
  return client
}

async function socketAddress(store: AppStore): Promise<string | undefined> {
  const token = () => selectSession(store.getState())?.token
  const first = token()
  if (first === undefined) return undefined
  if (expiresWithin(first, TOKEN_MARGIN)) await refreshSession(store, first)
  const fresh = token()
  if (fresh === undefined) return undefined
  const { protocol, host } = window.location
  const scheme = protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${host}${API_BASE}/ws?access_token=${encodeURIComponent(fresh)}`
}

/** Whether a JWT ends within so many seconds; a token that cannot be read is left to the server. */
export function expiresWithin(token: string, seconds: number, now = Date.now()): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp?: number }
    return exp !== undefined && exp * 1000 - now < seconds * 1000
  } catch {
    return false
  }
}

/** What was missed while the connection was away is in no message any more. */
function refetchEverythingShown(store: AppStore): void {
  // The same as when the browser itself comes back online.
  store.dispatch(baseApi.internalActions.onOnline())
}
