import type { Page, Route } from '@playwright/test'
import { answerAccess, profile } from './access'
import type { Answers } from './api'

/** The key in the address of the guest's page. */
export const KEY = '4fZkR9Q2mLxT7cVbN1aWsE'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const anna = { id: 1, name: 'Anna Petrova' }
const bram = { id: 2, name: 'Bram de Vries' }
const gate = { id: 1, name: 'Main gate' }
const lobby = { id: 2, name: 'North tower lobby' }

type State = 'scheduled' | 'active' | 'expired' | 'used_up' | 'revoked' | 'suspended'
type Kind = 'qr' | 'access_code' | 'license_plate' | 'url'

interface KeyFacts {
  name: string
  kind?: Kind
  value?: string
  state?: State
  from?: number
  to?: number | null
  visits?: [number, number]
  used?: number | null
  owner?: { id: number; name: string }
}

function key(id: number, facts: KeyFacts) {
  const { kind = 'qr', state = 'active', from = -1, to = 2, owner = anna, used = null } = facts
  const [visits, limit] = facts.visits ?? [0, 0]
  return {
    id,
    name: facts.name,
    kind,
    value: facts.value ?? '7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f',
    guest_type: id % 2 === 0 ? 'guest' : 'courier',
    message: 'Second entrance, fourth floor.',
    access_rules: [gate, lobby],
    owner,
    period_restrict_active: to !== null,
    period_restrict_from: to === null ? null : inHours(from),
    period_restrict_to: to === null ? null : inHours(to),
    pass_limit: limit,
    visits_used: visits,
    state,
    last_used_at: used === null ? null : inHours(used),
    link: owner === anna ? `https://vestibule.example/guest-access/${KEY}` : '',
    domain: { id: 2, name: 'North tower' },
    revoked_at: state === 'revoked' ? inHours(-1) : null,
    created_at: inHours(-3),
    updated_at: inHours(-3),
    created_by_user: anna,
    hours: null,
  }
}

const keys = [
  key(1, { name: 'Courier', visits: [0, 1], to: 0.7 }),
  key(2, { name: 'Dog walker', to: 200, visits: [4, 0], used: -20 }),
  key(3, {
    name: 'Grocery van',
    kind: 'license_plate',
    value: 'А123ВС77',
    visits: [1, 2],
    used: -0.2,
  }),
  key(4, {
    name: 'Parents',
    kind: 'access_code',
    value: '482177',
    state: 'scheduled',
    from: 60,
    to: 108,
  }),
  key(5, { name: 'Cleaner', kind: 'url', owner: bram, to: null, visits: [7, 10], used: -49 }),
  key(6, { name: 'Plumber of the second floor', state: 'suspended', owner: bram, to: 5 }),
]

/** The same as a row of the identifiers. */
const rowOf = (each: ReturnType<typeof key>) => ({
  ...each,
  type: 'qr',
  description: null,
  owner_type: 'guest',
  is_active: true,
  passes_restrict_active: each.pass_limit > 0,
  passes_restrict_max_count: each.pass_limit || 1,
  passes_restrict_passes_count: each.visits_used,
  link_id: '',
})

const rules = [
  { ...gate, doors: ['Main gate', 'Car park barrier'], time_rules: [] },
  { ...lobby, doors: ['North tower lobby'], time_rules: [] },
  {
    id: 3,
    name: 'Cleaners',
    doors: ['Service door'],
    time_rules: [{ id: 1, name: 'Tuesdays 9–12' }],
  },
]

const page = {
  site_name: 'Riverside',
  site_logo: '',
  site_address: 'Quay 13, Amsterdam',
  site_phone: '+31 20 123 4567',
  message: 'Second entrance, fourth floor. Leave it at the concierge when nobody answers.',
  guest_type: 'courier',
  kind: 'qr',
  value: '7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f',
  state: 'active',
  valid_from: inHours(-1),
  valid_to: inHours(2),
  time_zone: 'Europe/Amsterdam',
  visits_left: 1,
  visit_ends_at: null,
  doors: [
    { token: 'gate', name: 'Main gate', online: true, next_opens: null },
    { token: 'lobby', name: 'North tower lobby', online: true, next_opens: null },
    { token: 'barrier', name: 'Car park barrier', online: false, next_opens: null },
    { token: '', name: 'Service door', online: true, next_opens: inHours(20) },
  ],
  hours: null,
  has_wallet_pass: true,
  google_wallet_link: '',
}

const people = ['Anna Petrova', 'Bram de Vries', 'Chen Wei', 'Dana Novak', 'Emil Berg', 'Fay Osei']
const doorNames = [
  'Main gate',
  'Car park barrier',
  'North tower lobby',
  'South tower lobby',
  'Server room',
  'Roof',
  'Gym',
  'Bicycle room',
  'Service door',
  'Archive of the administration',
]
const doors = doorNames.flatMap((name, at) =>
  (at % 3 === 0 ? [1, 2] : [1]).map((lock) => ({
    device: { id: at + 1, name },
    lock_number: lock,
  })),
)
const CELLS = [
  'open',
  'open',
  'later',
  'online_only',
  'forbidden',
  'open_without_identifier',
] as const

const NEXT_MORNING = inHours(14)

/** Eighty people in seven classes: who is of one has equal cells. */
const matrixRows = Array.from({ length: 80 }, (_row, at) => {
  const group = at % 7
  return {
    user: {
      id: at + 1,
      name: `${people[at % people.length]!} ${Math.floor(at / people.length) + 1}`,
    },
    is_active: group !== 6,
    class: group,
    cells: doors.flatMap((_door, door) => {
      const state = CELLS[(door * (group + 2)) % 9]
      if (state === undefined) return []
      const next = state === 'later' ? NEXT_MORNING : null
      const why = state === 'online_only' ? 'prohibited_at_times' : null
      const rule = { id: group + 1, name: 'Staff by day' }
      return [{ door, state, access_rules: [rule], next_opens: next, online_only: why }]
    }),
  }
})

const RIGHTS = [...profile.role.permissions, 'can_create_guest_identifier']

/** What the pages have sent, newest last. */
export interface Sent {
  call: string
  body: unknown
}

/** Answers every call about guest keys and the access matrix; the others go to `answerAccess`. */
export async function answerGuests(target: Page, answers: Answers = {}): Promise<Sent[]> {
  const sent: Sent[] = []
  await answerAccess(target, answers)
  await target.route('**/api/v0/profile', async (route) => {
    const role = { ...profile.role, permissions: RIGHTS }
    await route.fulfill({ json: { ...profile, role, locale: answers.locale ?? 'en' } })
  })
  await target.route(
    /\/api\/v0\/(guest-keys|guest-access|access-matrix|identifiers)/,
    async (route) => {
      const request = route.request()
      const path = new URL(request.url()).pathname.replace('/api/v0/', '')
      const call = `${request.method()} ${path}`
      if (request.method() !== 'GET') sent.push({ call, body: request.postDataJSON() })
      return answerOf(route, call, path)
    },
  )
  return sent
}

async function answerOf(route: Route, call: string, path: string) {
  const id = Number(path.split('/')[1])
  const found = keys.find((each) => each.id === id) ?? keys[0]!
  if (call === 'GET identifiers') {
    const items = keys.map(rowOf)
    return route.fulfill({ json: { items, total: items.length, page: 1, size: 20 } })
  }
  if (path.startsWith('identifiers')) return route.fallback()
  if (path.endsWith('/send')) return route.fulfill({ json: {} })
  if (path.startsWith('guest-keys')) return route.fulfill({ json: found })
  if (path === 'guest-access/access-rules') {
    return route.fulfill({ json: { items: rules, max_passes_count: 20, max_period_days: 60 } })
  }
  if (path === 'access-matrix') {
    return route.fulfill({
      json: {
        items: matrixRows,
        total: 1_240,
        page: 1,
        size: 50,
        doors,
        door_total: doors.length,
        door_page: 1,
        door_size: 50,
        at: new Date().toISOString(),
      },
    })
  }
  if (path === `guest-access/${KEY}`) return route.fulfill({ json: page })
  if (path === `guest-access/${KEY}/open`) {
    return route.fulfill({
      json: { opened: true, visits_left: 0, visit_ends_at: inHours(0.25), next_token: 'next' },
    })
  }
  const body = { message: 'guest access invalid identifier', code: 'not_found', data: null }
  return route.fulfill({ status: 404, json: body })
}
