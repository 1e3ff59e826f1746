import type { Page, Route } from '@playwright/test'

/** The answers of the API that the tests in this folder give themselves. */
export interface Answers {
  /** Sessions of a successful sign-in. */
  projects?: string[]
  /** Language of the profile. */
  locale?: 'en' | 'ru'
}

const ALL_RIGHTS = [
  'can_view_all_domains',
  'can_create_root_domain',
  'can_create_descendant_domain',
  'can_edit_all_server_domains',
  'can_delete_all_server_domains',
]

const types = [
  { id: 1, type: 'common', name: 'Site' },
  { id: 2, type: 'building', name: 'Building' },
  { id: 3, type: 'apartment', name: 'Apartment' },
]

const site = { id: 1, name: 'Riverside' }

/** One root with buildings, and flats in them. */
export const groups = [
  group(1, site.name, [], 1, null, 8),
  ...['North tower', 'South tower', 'Garden house', 'Car park', 'Gatehouse'].map((name, at) =>
    group(2 + at, name, [site], 2, String(at + 1), at < 3 ? 6 : 0),
  ),
  ...Array.from({ length: 18 }, (_, at) => {
    const building = [
      { id: 2, name: 'North tower' },
      { id: 3, name: 'South tower' },
      { id: 4, name: 'Garden house' },
    ][Math.floor(at / 6)]!
    return group(10 + at, `Flat ${at + 1}`, [site, building], 3, String(at + 1), 0)
  }),
]

interface Ref {
  id: number
  name: string
}

function group(
  id: number,
  name: string,
  path: Ref[],
  domain_type_id: number,
  logic_address: string | null,
  children_count: number,
) {
  return {
    id,
    name,
    description: null,
    parent_id: path.at(-1)?.id ?? null,
    domain_type_id,
    logic_address,
    sip_count: null,
    app_count: null,
    path,
    children_count,
    descendants_count: id === 1 ? 23 : children_count,
    features_off: [],
    created_at: '2026-01-12T09:30:00.000Z',
    updated_at: '2026-02-02T14:00:00.000Z',
    created_by_user: { id: 1, name: 'Anna Petrova' },
  }
}

const notifications = ['revoked_identifier_used', 'identifier_used', 'device_alarm_enabled'].map(
  (type, at) => ({
    // The newest has the highest.
    id: 3 - at,
    type,
    data: { user: { id: 5, name: 'Ivan Sidorov' }, device: { id: 2, name: 'Main entrance' } },
    created_at: new Date(Date.now() - (at + 1) * 400_000).toISOString(),
    read_at: null,
    significance: at === 0 ? 'important' : 'normal',
  }),
)

/** Answers every call of the page; a call without an answer fails its test with a 404. */
export async function answer(
  page: Page,
  { projects = ['Riverside'], locale = 'en' }: Answers = {},
) {
  const rows = [...groups]
  await page.routeWebSocket('**/api/v0/ws**', () => undefined)
  await page.route('**/api/v0/**', async (route) => {
    const url = new URL(route.request().url())
    const key = `${route.request().method()} ${url.pathname.replace('/api/v0', '')}`
    const body = route.request().postDataJSON() as Record<string, unknown> | null
    const id = Number(url.pathname.split('/').at(-1))
    switch (key) {
      case 'POST /login':
        return signIn(route, body, projects)
      case 'POST /logout':
        return json(route, {})
      case 'GET /profile':
      case 'PATCH /profile':
        return json(route, profile(locale))
      case 'GET /notifications/unread':
        return json(route, { items: notifications, total: notifications.length, important: [] })
      case 'POST /notifications/read':
        return json(route, { read: 1 })
      case 'GET /site/managed':
        return json(route, {
          project: false,
          group_ids: [],
          applied_at: null,
          applied_by_user: null,
        })
      case 'GET /domain-types':
        return json(route, { items: types, total: types.length, page: 1, size: 100 })
      case 'GET /domains':
        return json(route, list(url, rows))
      case 'GET /search':
        return json(route, searched(url, rows))
      case 'GET /domains/tree':
        return json(route, { items: tree(url, rows), truncated: false })
      case 'PUT /domains':
        return create(route, body, rows)
      case 'POST /domains/deleteAll':
        return json(route, {
          items: ((body?.items ?? []) as number[]).map((item) => ({
            id: item,
            done: true,
            message: '',
          })),
        })
      default: {
        const row = rows.find((each) => each.id === id)
        if (key === `GET /domains/${id}` && row) return json(route, row)
        if (key === `PATCH /domains/${id}` && row) return json(route, { ...row, ...body })
        return json(route, { message: 'item not found', code: 'not_found', data: null }, 404)
      }
    }
  })
}

/** Levels below a group, or below the root: parents before children. */
function tree(url: URL, rows: typeof groups) {
  const levels = Number(url.searchParams.get('depth') ?? 1)
  const below = (parent: number | null, depth: number): object[] =>
    rows
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((row) => [
        { ...row, depth },
        ...(depth + 1 < levels ? below(row.id, depth + 1) : []),
      ])
  return below(Number(url.searchParams.get('parent_id')) || null, 0)
}

const json = (route: Route, body: unknown, status = 200) => route.fulfill({ status, json: body })

function signIn(route: Route, body: Record<string, unknown> | null, projects: string[]) {
  if (body?.password !== 'demo') {
    return json(route, { message: 'invalid credentials', code: 'invalid_credentials' }, 401)
  }
  const sessions = projects.map((name, at) => ({
    token: `token-${at}`,
    refresh: `refresh-${at}`,
    project: { id: at + 1, uid: '', name, description: `${12 + at * 30} buildings` },
  }))
  return json(route, { sessions })
}

function create(route: Route, body: Record<string, unknown> | null, rows: typeof groups) {
  if (rows.some(({ name }) => name === body?.name)) {
    return json(
      route,
      {
        message: 'invalid data sent',
        code: 'invalid_data',
        data: { fields: { name: 'value not unique' } },
      },
      422,
    )
  }
  const row = { ...group(99, String(body?.name), [], 1, null, 0) }
  rows.push(row)
  return json(route, row)
}

/** The groups of which a word begins with what is searched. */
function searched(url: URL, rows: typeof groups) {
  const query = (url.searchParams.get('query') ?? '').toLowerCase()
  const items = rows
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${query}`))
    .slice(0, 5)
    .map(({ id, name, path }) => ({
      kind: 'group',
      id,
      name,
      detail: path.at(-1)?.name ?? '',
      is_exact: name.toLowerCase() === query,
    }))
  return { items, missing_services: [] }
}

function list(url: URL, rows: typeof groups) {
  const search = (url.searchParams.get('search') ?? '').toLowerCase()
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('size') ?? 20)
  const found = rows
    .filter(({ name }) => name.toLowerCase().includes(search))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  return {
    items: found.slice((page - 1) * size, page * size),
    total: found.length,
    page,
    size,
  }
}

function profile(locale: string) {
  return {
    id: 1,
    email: 'anna@riverside.test',
    name: 'Anna Petrova',
    locale,
    is_verified: true,
    avatar_url: null,
    role: { id: 1, name: 'Administrator', permissions: ALL_RIGHTS },
    domains: [{ id: 2, name: 'North tower' }],
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
  }
}

/** Signs in through the form. */
export async function signInAs(page: Page, password = 'demo', origin = '') {
  await page.goto(`${origin}/login`)
  await page.locator('#field-login').fill('anna@riverside.test')
  await page.locator('#field-password').fill(password)
  await page.locator('button[type=submit]').click()
}

/** What the console has kept of the first sign-in of this process. */
let keptSession: string | undefined

/**
 * Signs in, and waits until that has been answered: who goes elsewhere before has no session there. Once for all tests of a
 * process: the others begin with the session, on the page that they go to.
 */
export async function enter(page: Page, origin = '') {
  if (keptSession !== undefined && origin === '') {
    await page.addInitScript((session) => {
      // Whoever signs out stays signed out.
      if (sessionStorage.getItem('test-has-entered')) return
      sessionStorage.setItem('test-has-entered', 'yes')
      sessionStorage.setItem('session', session)
    }, keptSession)
    return
  }
  await signInAs(page, 'demo', origin)
  await page.waitForURL((url) => url.pathname !== '/login')
  if (origin === '') {
    const stored = () => sessionStorage.getItem('session') ?? undefined
    keptSession = await page.evaluate(stored)
  }
}
