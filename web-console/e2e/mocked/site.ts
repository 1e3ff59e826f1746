import type { Page } from '@playwright/test'
import { accessRules } from './accessData'
import { adoption, statusHistory } from './adoptionData'
import { answer, type Answers } from './api'
import {
  alarmLogs,
  alarms,
  devices,
  events,
  models,
  notifications,
  seen,
  syncErrors,
  tasks,
} from './siteData'
import { deviceSearch, foundResults, forwardTable, unclaimedDevice } from './deviceSearchData'
import { calls } from './telephonyData'

const RIGHTS = [
  'can_view_all_domains',
  'can_view_all_devices',
  'can_view_devices',
  'can_create_device',
  'can_edit_device',
  'can_delete_device',
  'can_view_device_tasks',
  'can_view_device_events',
  'can_view_access_control_events',
  'can_view_device_alarms',
  'can_process_device_alarm',
  'can_delete_device_alarm',
  'can_view_access_rules',
  'can_view_all_users',
  'can_create_user',
  'can_create_identifier',
]

interface Conditions {
  items: { field: string; rule: string; value: unknown }[]
}

/** Rows that meet the conditions on equality; the others are left to the real server. */
function narrowed<Row extends object>(rows: Row[], filters: string | null): Row[] {
  const { items } = JSON.parse(filters ?? '{"items":[]}') as Conditions
  return rows.filter((row) =>
    items.every(({ field, rule, value }) => {
      if (rule === 'begins_with') return String(valueOf(row, field)).startsWith(String(value))
      const known = valueOf(row, field)
      return rule !== 'equals' || (Array.isArray(value) ? value.includes(known) : known === value)
    }),
  )
}

function valueOf(row: object, field: string): unknown {
  const values = row as Record<string, unknown> & { device_info?: Record<string, unknown> }
  if (field === 'status' && values.device_info) return values.device_info.status
  if (field.endsWith('_id')) return (values[field.slice(0, -3)] as { id?: number } | null)?.id
  return values[field]
}

function pageOf<Row extends object>(rows: Row[], url: URL) {
  const after = Number(url.searchParams.get('after_id') ?? 0)
  const found = narrowed(rows, url.searchParams.get('filters')).filter(
    (row) => !after || (row as { id: number }).id > after,
  )
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('size') ?? 20)
  return { items: found.slice((page - 1) * size, page * size), total: found.length, page, size }
}

/** A socket of the site: the test says what happens. */
export interface Socket {
  push: (topic: string, data: object) => void
  /** Topics that the console has subscribed to. */
  topics: Set<string>
  drop: () => Promise<void>
}

/** Answers every call about the site; the others go to `answer`. */
export async function answerSite(page: Page, answers: Answers = {}): Promise<Socket> {
  await answer(page, answers)
  const topics = new Set<string>()
  const sockets: { send: (text: string) => void; close: () => Promise<void> }[] = []
  await page.routeWebSocket('**/api/v0/ws**', (socket) => {
    sockets.unshift(socket)
    socket.onMessage((text) => {
      const { type, topic } = JSON.parse(String(text)) as { type: string; topic: string }
      if (type === 'subscribe') topics.add(topic)
      else topics.delete(topic)
    })
  })
  await page.route('**/api/v0/**', async (route) => {
    const url = new URL(route.request().url())
    const path = url.pathname.replace('/api/v0', '')
    const key = `${route.request().method()} ${path}`
    const id = Number(/\d+/.exec(path)?.[0])
    const body = answerTo(key, url, id)
    return body === undefined ? route.fallback() : route.fulfill({ json: body })
  })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({ json: profile(answers.locale ?? 'en') }),
  )
  return {
    topics,
    push: (topic, data) => sockets[0]?.send(JSON.stringify({ topic, data })),
    drop: async () => sockets[0]?.close(),
  }
}

function answerTo(key: string, url: URL, id: number): object | undefined {
  const unread = notifications.filter(({ read_at }) => read_at === null)
  switch (key) {
    case 'GET /devices':
      return pageOf(devices, url)
    case 'GET /access-rules':
      return { items: accessRules, total: accessRules.length, page: 1, size: 20 }
    case 'GET /call-history':
      return { items: calls.slice(0, 5), total: 5, page: 1, size: 50 }
    case 'GET /device-models':
      return { items: models }
    case 'GET /device-tasks':
      return pageOf(tasks, url)
    case 'GET /device-alarms':
      return pageOf(alarms, url)
    case `GET /device-alarms/${id}`:
      return alarms.find((each) => each.id === id)
    case `GET /device-alarms/${id}/logs`:
      return { items: alarmLogs, total: alarmLogs.length, page: 1, size: 100 }
    case 'GET /events/access-control':
      return pageOf(
        events.filter(({ category }) => category === 'access'),
        url,
      )
    case 'GET /events/devices':
      return pageOf(events, url)
    case 'GET /event-images': {
      const ids = (url.searchParams.get('event_ids') ?? '').split(',').map(Number)
      return { items: ids.map((event_id) => ({ event_id, image_url: seen(event_id) })) }
    }
    case 'GET /notifications':
      return { items: notifications, total: notifications.length }
    case 'GET /notifications/unread':
      return {
        items: unread,
        total: unread.length,
        important: unread.filter(({ significance }) => significance === 'important'),
      }
    case 'GET /notifications/settings':
      return {
        settings: [
          { type: 'identifier_used', acs: false, push: false },
          { type: 'device_alarm_enabled', acs: true, push: true },
        ],
      }
    case 'GET /notifications/push-key':
      return { public_key: '' }
    case 'GET /devices/search':
    case 'POST /devices/search':
      return deviceSearch
    case 'PUT /devices/found':
      return { items: foundResults }
    case 'POST /devices/unclaimed':
      return unclaimedDevice
    case 'POST /devices/protocol':
      return {
        items: devices.map(({ id: each }) => ({
          id: each,
          done: true,
          message: '',
          is_pending: true,
        })),
      }
    case `GET /devices/${id}/forwards/settings`:
      return forwardTable
    case `GET /devices/${id}/status-history`:
      return statusHistory
    case `POST /devices/${id}/adopt`:
      return adoption
    case `GET /devices/${id}/sync-errors`:
      return { items: syncErrors }
    case `POST /devices/${id}/open`:
      return { opened: true }
    case `GET /devices/${id}`:
    case `PATCH /devices/${id}`:
      return devices.find((each) => each.id === id)
    default:
      return undefined
  }
}

const profile = (locale: string) => ({
  id: 1,
  email: 'anna@riverside.test',
  name: 'Anna Petrova',
  locale,
  is_verified: true,
  avatar_url: null,
  role: { id: 1, name: 'Concierge', permissions: RIGHTS },
  domains: [{ id: 1, name: 'Riverside' }],
  project: { id: 1, uid: 'p', name: 'Riverside', description: '' },
  is_invited: false,
  license_info: { features: ['sip', 'elevator', 'identifier.guest', 'face_id', 'license_plate'] },
  locales: ['en', 'ru'],
  profile: {
    address: null,
    phone: null,
    project_id: 1,
    time_zone: 'Europe/Amsterdam',
    time_format: 'DD-MM-YYYY',
    identifier_format: 'dec',
    sip_number: null,
    is_app_popup_active: false,
  },
})
