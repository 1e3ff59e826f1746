import type { Page, Route } from '@playwright/test'
import { accessRules } from './accessData'
import { answer, groups, type Answers } from './api'
import {
  available,
  broker,
  brokerSettings,
  completely,
  dependents,
  groupSettings,
  integrations,
  mailTypes,
  movePreview,
  plan,
  rendered,
  roles,
  rowErrors,
  settings,
  templates,
  types,
} from './estateData'
import { calls, sipNumbers, sipService } from './telephonyData'
import { SECRET, webhookDeliveries, webhookEvents, webhooks } from './webhooksData'

const RIGHTS = [
  'can_view_all_domains',
  'can_create_root_domain',
  'can_create_descendant_domain',
  'can_edit_all_server_domains',
  'can_delete_all_server_domains',
  'can_view_all_users',
  'can_view_users',
  'can_view_all_roles',
  'can_view_roles',
  'can_view_devices',
  'can_view_all_devices',
  'can_view_access_rules',
  'can_view_all_sip_numbers',
]
const MANAGES = ['can_view_project_settings', 'can_change_project_settings']

export interface EstateAnswers extends Answers {
  /** The role may look at the project's settings only. */
  isViewer?: boolean
}

/** What the console has sent, call by call, for the tests to look at. */
export interface Sent {
  calls: { key: string; body: string }[]
  /** The body of the last call of this kind. */
  last: (key: string) => unknown
  /** Where a preview of a move finds an obstacle, in the catalogue's words. */
  obstacle: string | null
  /** The next imports are refused for these rows. */
  errors: typeof rowErrors
  /** Whether a plan has an address that is taken. */
  isBlocked: boolean
  push: (topic: string, data: object) => void
}

/** Answers every call about groups and settings; the others go to `answer`. */
export async function answerEstate(page: Page, answers: EstateAnswers = {}): Promise<Sent> {
  await answer(page, answers)
  const sockets: { send: (text: string) => void }[] = []
  await page.routeWebSocket('**/api/v0/ws**', (socket) => {
    sockets.unshift(socket)
  })
  const sent: Sent = {
    calls: [],
    last: (key) => {
      const body = sent.calls.findLast((call) => call.key === key)?.body
      return body === undefined ? undefined : (JSON.parse(body) as unknown)
    },
    obstacle: null,
    errors: [],
    isBlocked: false,
    push: (topic, data) => sockets[0]?.send(JSON.stringify({ topic, data })),
  }
  await page.route('**/api/v0/**', async (route) => {
    const url = new URL(route.request().url())
    const path = url.pathname.replace('/api/v0', '')
    const key = `${route.request().method()} ${path}`
    const text = route.request().postData() ?? ''
    sent.calls.push({ key, body: text })
    const found = answerTo(key, text, sent)
    return found ? found(route) : route.fallback()
  })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({ json: profile(answers.locale ?? 'en', answers.isViewer ?? false) }),
  )
  return sent
}

type Answer = (route: Route) => Promise<void>

const json =
  (body: object, status = 200): Answer =>
  (route) =>
    route.fulfill({ json: body, status })

const pageOf = (items: object[]) => json({ items, total: items.length, page: 1, size: 100 })

function answerTo(key: string, text: string, sent: Sent): Answer | undefined {
  const id = Number(/\/(\d+)/.exec(key)?.[1])
  return aboutGroups(key, id, sent) ?? aboutSettings(key, text) ?? aboutOthers(key, id, text)
}

function aboutGroups(key: string, id: number, sent: Sent): Answer | undefined {
  const group = groups.find((each) => each.id === id)
  switch (key) {
    case 'GET /domain-types':
      return pageOf(types)
    case `GET /domain-types/${id}`:
      return json(types.find((each) => each.id === id) ?? {})
    case 'PUT /domain-types':
      return json({ ...types[0], id: 9 })
    case `GET /domains/${id}`:
      return group && json({ ...group, ...groupSettings })
    case `PATCH /domains/${id}`:
      return group && json({ ...group, ...groupSettings })
    case `GET /domains/${id}/completely`:
      return json({ group, ...completely })
    case `GET /domains/${id}/move-preview`:
      return json({ ...movePreview, obstacle: sent.obstacle })
    case `GET /domains/${id}/dependents`:
      return json(id === 2 ? dependents : { items: [] })
    case `DELETE /domains/${id}`:
      return json({ id })
    case `POST /domains/${id}/generate`:
      return json(plan(sent.isBlocked))
    case `POST /domains/${id}/generated`:
      return json({ created: 525 })
    case `POST /domains/${id}/import/structure`:
      return json({
        rows: 40,
        domains_created: 12,
        users_created: 30,
        identifiers_created: 34,
        unchanged: 2,
        errors: sent.errors,
      })
    case `GET /domains/${id}/export/structure`:
      return (route) =>
        route.fulfill({
          body: 'table',
          headers: { 'content-disposition': 'attachment; filename="North tower.xlsx"' },
        })
    default:
      return undefined
  }
}

function aboutSettings(key: string, text: string): Answer | undefined {
  if (key === 'GET /sip-service/status') return json(sipService)
  if (key === 'GET /broker/status') return json(broker)
  if (key === 'GET /settings/broker') return json(brokerSettings)
  const [method, path = ''] = key.split(' ')
  const area = /^\/settings\/([\w-]+)$/.exec(path)?.[1]
  const saved = area && settings[area]
  if (saved && method === 'GET') return json(saved)
  if (saved && method === 'PATCH') return json({ ...saved, ...(JSON.parse(text) as object) })
  if (key !== 'POST /settings/mail/test') return undefined
  if (!text.includes('nobody@')) return json({})
  const fields = { email: '550 5.1.1 No such user here' }
  return json({ message: 'invalid data sent', code: 'invalid_data', data: { fields } }, 422)
}

function aboutOthers(key: string, id: number, text: string): Answer | undefined {
  switch (key) {
    case 'GET /integrations':
      return pageOf(integrations)
    case 'GET /integrations/available':
      return json({ items: available })
    case `GET /integrations/${id}`:
      return json(integrations.find((each) => each.id === id) ?? {})
    case 'POST /integrations':
      return json({ ...integrations[0], ...(JSON.parse(text) as object) })
    case 'GET /webhooks':
      return pageOf(webhooks)
    case 'GET /webhook-events':
      return json({ items: webhookEvents })
    case `GET /webhooks/${id}`:
      return json(webhooks.find((each) => each.id === id) ?? {})
    case `GET /webhooks/${id}/deliveries`:
      return json({ items: webhookDeliveries, has_more: false })
    case `POST /webhooks/${id}/deliveries/replay`:
      return json({ replayed: 1 })
    case `POST /webhooks/${id}/test`:
      return json({ status: 503, error: '', duration: 41, answer: 'Busy' })
    case `POST /webhooks/${id}/secret`:
      return json({ secret: SECRET, previous_secret_until: '2026-04-03T10:00:00Z' })
    case 'POST /webhooks':
      return json({ ...webhooks[0], ...(JSON.parse(text) as object), id: 1, secret: SECRET })
    case 'GET /mail-templates':
      return pageOf(templates)
    case 'GET /mail-templates/types':
      return json({ items: mailTypes })
    case `GET /mail-templates/${id}`:
      return json(templates.find((each) => each.id === id) ?? {})
    case 'POST /mail-templates/preview':
      return json(rendered(JSON.parse(text) as { subject: string; body: string }))
    case 'POST /mail-templates/preview/send':
      return json({})
    case 'GET /sip-numbers':
      return pageOf(sipNumbers)
    case 'GET /roles':
      return pageOf(roles)
    case 'GET /access-rules':
      return pageOf(accessRules)
    case 'GET /call-history':
      return pageOf(calls.slice(0, 5))
    case 'GET /users':
    case 'GET /devices':
      return pageOf([{ id: 1, name: 'Anna Petrova', email: 'anna@riverside.test', domains: [] }])
    default:
      return undefined
  }
}

const profile = (locale: string, isViewer: boolean) => ({
  id: 1,
  email: 'anna@riverside.test',
  name: 'Anna Petrova',
  locale,
  is_verified: true,
  avatar_url: null,
  role: {
    id: 1,
    name: 'Administrator',
    permissions: isViewer ? ['can_view_project_settings'] : [...RIGHTS, ...MANAGES],
  },
  domains: [{ id: 1, name: 'Riverside' }],
  project: { id: 1, uid: 'p', name: 'Riverside', description: '' },
  is_invited: false,
  license_info: { features: ['sip', 'sip.trunks', 'identifier.guest', 'mobile_app.white_label'] },
  is_dealer: !isViewer,
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
