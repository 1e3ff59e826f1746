import type { Page } from '@playwright/test'
import type { Answers } from './api'
import {
  accessRules,
  changes,
  decision,
  deliveries,
  identifiers,
  impact,
  learnedDoors,
  refusedPhoto,
  roles,
  timeRules,
  users,
} from './accessData'
import { answerSite } from './site'
import { calls, sipNumbers } from './telephonyData'

const RIGHTS = [
  'can_view_all_domains',
  'can_view_all_devices',
  'can_view_devices',
  'can_view_users',
  'can_create_user',
  'can_edit_all_users',
  'can_delete_user',
  'can_view_all_roles',
  'can_create_identifier',
  'can_edit_identifier',
  'can_delete_identifier',
  'can_view_time_rules',
  'can_create_time_rule',
  'can_edit_time_rule',
  'can_delete_time_rule',
  'can_view_access_rules',
  'can_create_access_rule',
  'can_edit_access_rule',
  'can_delete_access_rule',
  'can_view_access_control_events',
  'can_view_device_events',
  'can_view_device_tasks',
  'can_view_all_sip_numbers',
  'can_view_audit',
]

const collections: Record<string, { id: number }[]> = {
  users,
  roles,
  identifiers,
  'time-rules': timeRules,
  'access-rules': accessRules,
}

/** What was logged of a person, whoever it is. */
const logs: Record<string, object[]> = {
  'GET audit-events': changes,
  'GET call-history': calls.slice(0, 6),
  'GET sip-numbers': sipNumbers.slice(0, 2),
}

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 50 })

/** What the console has sent, newest last. */
export interface Sent {
  key: string
  body: Record<string, unknown>
}

/** Answers every call about people, cards, rules and schedules; the others go to `answerSite`. */
export async function answerAccess(page: Page, answers: Answers = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  await answerSite(page, answers)
  await page.route('**/api/v0/profile', async (route) => {
    const response = { ...profile, locale: answers.locale ?? 'en' }
    await route.fulfill({ json: response })
  })
  await page.route('**/api/v0/**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const path = url.pathname.replace('/api/v0/', '')
    const key = `${request.method()} ${path}`
    if (path.endsWith('/photo')) return route.fulfill({ status: 422, json: refusedPhoto })
    const body = (request.postDataJSON() ?? {}) as Record<string, unknown>
    if (request.method() !== 'GET') sent.push({ key, body })
    if (key === 'POST access-check')
      return route.fulfill({ json: decision('user_id' in body, body.user_id !== 7) })
    if (key === 'POST access-matrix/impact') return route.fulfill({ json: impact })
    if (key === 'POST time-rules/preview') return route.fulfill({ json: preview(body) })
    const logged = logs[key] ?? (path.startsWith('deliveries/') ? deliveries(path) : undefined)
    if (logged) return route.fulfill({ json: pageOf(logged) })
    if (key === 'GET wallets') return route.fulfill({ json: { apple: true, google: true } })
    if (/^identifiers\/\d+\/devices$/.test(path)) return route.fulfill({ json: learnedDoors })
    if (path.endsWith('/retry')) return route.fulfill({ json: {} })
    if (path.endsWith('/mobile-clients')) return route.fulfill({ json: { items: [] } })
    const [name = '', id] = path.split('/')
    const rows = collections[name]
    if (!rows) return route.fallback()
    if (id === undefined && request.method() === 'GET')
      return route.fulfill({ json: list(rows, url) })
    if (key === 'PUT users' && body.email === 'anna@riverside.test') {
      const data = { fields: { email: 'value not unique' } }
      return route.fulfill({
        status: 422,
        json: { message: 'invalid data sent', code: 'invalid_data', data },
      })
    }
    const row = rows.find((each) => String(each.id) === id) ?? rows[0]
    const revoked = path.endsWith('/revoke') ? { revoked_at: new Date().toISOString() } : {}
    return route.fulfill({ json: { ...row, ...body, ...revoked } })
  })
  return sent
}

function list(rows: { id: number }[], url: URL) {
  const filters = url.searchParams.get('filters') ?? '{"items":[]}'
  const { items } = JSON.parse(filters) as { items: { field: string; value: unknown }[] }
  const search = (url.searchParams.get('search') ?? '').toLowerCase()
  const found = rows.filter(
    (row) =>
      JSON.stringify(row).toLowerCase().includes(search) &&
      items.every(({ field, value }) => {
        const { owner, devices } = row as { owner?: { id: number }; devices?: { id: number }[] }
        if (field === 'device_id') return devices?.some(({ id }) => id === value)
        return field !== 'owner_id' || owner?.id === value
      }),
  )
  return { items: found, total: found.length, page: 1, size: 20 }
}

/** The working days of the window, whatever the schedule says: the pictures want something. */
function preview(body: Record<string, unknown>) {
  const [start, end] = [Date.parse(String(body.from)), Date.parse(String(body.to))]
  const periods = []
  for (let day = start; day < end; day += 86_400_000) {
    const weekday = new Date(day + 43_200_000).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    const at = (hour: number) => new Date(day + hour * 3_600_000).toISOString()
    periods.push({ from: at(8), to: at(18) })
  }
  const now = new Date(Date.now()).toISOString()
  const current = periods.find(({ from, to }) => from <= now && now < to)
  const next = periods.find(({ from }) => from > now)
  return {
    periods,
    truncated: false,
    is_open_now: current !== undefined,
    next_change: current?.to ?? next?.from ?? null,
  }
}

export const profile = {
  id: 1,
  email: 'anna@riverside.test',
  name: 'Anna Petrova',
  is_verified: true,
  avatar_url: null,
  role: { id: 1, name: 'Administrator', permissions: RIGHTS },
  domains: [{ id: 2, name: 'North tower' }],
  project: { id: 1, uid: 'p', name: 'Riverside', description: '' },
  is_invited: false,
  license_info: { features: ['sip', 'identifier.guest', 'face_id', 'license_plate'] },
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
}
