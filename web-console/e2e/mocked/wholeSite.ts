import type { Page, Route, WebSocketRoute } from '@playwright/test'
import { answerAccess } from './access'
import { answerAmenities } from './amenities'
import type { Answers } from './api'
import { answerBackups, MANAGED } from './backups'
import { answerCommunications } from './communications'
import { answerElevators } from './elevators'
import { answerAlerts } from './emergencyAlerts'
import { answerEstate } from './estate'
import { types } from './estateData'
import { answerGuests } from './guests'
import { featureList, groups as licensed, licenses, period, residence, used } from './licensesData'
import { answerPeople, CATALOGUE, profile } from './people'
import { credentials } from './phoneData'
import { answerSite } from './site'
import { ROLE, roles } from './roleData'
import { deadLetters, installation, sound } from './systemData'
import { answerTelephony } from './telephony'

type Prepare = (page: Page, answers: Answers) => Promise<unknown>
type Handler = (route: Route) => unknown
type Pattern = string | RegExp | ((url: URL) => boolean)

/** Who is asked, in this order: the answer of the first that has one is given. */
const SOURCES: Prepare[] = [
  answerDetails,
  answerCommunications,
  answerAlerts,
  answerAmenities,
  answerBackups,
  answerLicenses,
  answerElevators,
  answerSite,
  answerAccess,
  answerPeople,
  answerTelephony,
  answerEstate,
  answerGuests,
]

const ukey2Key = {
  id: 1,
  name: 'iPhone of Anna',
  user: { id: 1, name: 'Anna Petrova' },
  domain: { id: 2, name: 'North tower' },
  client: { id: 1, platform: 'ios', info: 'iPhone 15, iOS 18.1' },
  is_active: true,
  issued_at: '2026-03-01T09:00:00Z',
  issued_by: null,
  last_used_at: '2026-04-02T09:00:00Z',
  revoked_at: null,
}

/** What a source that comes first would answer with less. */
async function answerDetails(page: Page): Promise<void> {
  const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 100 })
  const answers: [RegExp, object][] = [
    [/v0\/domain-types(\?|$)/, pageOf(types)],
    [/v0\/roles(\?|$)/, pageOf(roles)],
    [/v0\/roles\/\d+(\?|$)/, ROLE],
    [/v0\/ukey2(\?|$)/, pageOf([ukey2Key])],
    [/v0\/ukey2\/\d+/, ukey2Key],
    [/v0\/login\/providers/, { items: [] }],
    [/v0\/site\/managed$/, MANAGED],
    [/v0\/server\/settings/, { registration: true, name: 'Riverside', locales: ['en', 'ru'] }],
  ]
  for (const [path, json] of answers) {
    await page.route(path, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
    )
  }
}

async function answerLicenses(page: Page): Promise<void> {
  const answers: [RegExp, object][] = [
    [/v0\/licenses$/, licenses],
    [/v0\/licenses\/groups/, licensed],
    [/v0\/licenses\/features/, featureList],
    [/v0\/licenses\/status/, { status: 'normal', days: 170 }],
    [/v0\/domains\/\d+\/licenses/, residence],
    [/v0\/reports\/licenses\/used/, used],
    [/v0\/reports\/licenses\/period/, period],
  ]
  for (const [path, json] of answers) await page.route(path, (route) => route.fulfill({ json }))
}

/** Every feature that a licence switches on, as far as the catalogue of rights names it. */
const FEATURES = [
  ...new Set(
    ['sip', 'sip.trunks', 'elevator'].concat(
      // The telephone has tests of its own.
      CATALOGUE.map(([, , feature]) => feature).filter(
        (feature) => feature !== '-' && feature !== 'sip.web_dialer',
      ),
    ),
  ),
]

interface SiteAnswers extends Answers {
  /** The person has a web phone. */
  hasPhone?: boolean
}

export interface WholeSite {
  /** Calls that no source had an answer for. */
  unanswered: string[]
}

/**
 * The answers of all tests beside this file, for one page that shows everything: an administrator with
 * every right, on a site with people, doors, lifts, telephones, amenities and alerts.
 */
export async function answerWholeSite(page: Page, answers: SiteAnswers = {}): Promise<WholeSite> {
  const sources = await Promise.all(SOURCES.map((prepare) => routesOf(prepare, answers)))
  const unanswered: string[] = []
  const who = {
    ...profile(
      CATALOGUE.map(([, code]) => code),
      answers.locale ?? 'en',
      answers.hasPhone ? [...FEATURES, 'sip.web_dialer'] : FEATURES,
    ),
    is_dealer: true,
  }
  await page.routeWebSocket('**/api/v0/ws**', (socket: WebSocketRoute) => {
    socket.onMessage(() => undefined)
  })
  await page.route('**/api/v0/**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const key = `${request.method()} ${url.pathname.replace('/api/v0/', '')}`
    if (key === 'GET profile') return route.fulfill({ json: who })
    if (answers.hasPhone && key === 'GET calls/credentials')
      return route.fulfill({ json: credentials })
    if (key === 'GET server/info') return route.fulfill({ json: sound })
    if (key === 'GET server/installation') return route.fulfill({ json: installation })
    if (key === 'GET server/dead-letters') return route.fulfill({ json: deadLetters })
    if (key === 'GET shared-views') return route.fulfill({ json: { items: [SHARED_VIEW] } })
    for (const routes of sources) {
      const found = await answerOf(routes, route, url)
      if (found && (found.status ?? 200) < 400) return route.fulfill(consistent(found))
    }
    unanswered.push(key)
    return route.fulfill({ status: 404, json: { message: 'item not found', code: 'not_found' } })
  })
  return { unanswered }
}

const SHARED_VIEW = {
  id: 1,
  list: 'users',
  name: 'Night shift',
  search: '?search=night',
  created_by_user: { id: 2, name: 'Maria Jansen' },
  created_at: '2026-07-01T06:30:00Z',
}

/** The sources call one person by two names. */
function consistent(found: Fulfilment): Fulfilment {
  const text = JSON.stringify(found.json)
  const json: unknown =
    text &&
    JSON.parse(text.replaceAll('"id":2,"name":"Ivan Sidorov"', '"id":2,"name":"Bram de Vries"'))
  return text ? { ...found, json } : found
}

interface Registered {
  pattern: Pattern
  handler: Handler
}

/** What a source would have the page answer, the last one first. */
async function routesOf(prepare: Prepare, answers: Answers): Promise<Registered[]> {
  const routes: Registered[] = []
  const page = {
    route: async (pattern: Pattern, handler: Handler) => void routes.unshift({ pattern, handler }),
    routeWebSocket: async () => undefined,
  } as unknown as Page
  await prepare(page, answers)
  return routes
}

type Fulfilment = Parameters<Route['fulfill']>[0] & { status?: number }

async function answerOf(routes: Registered[], route: Route, url: URL) {
  let found: Fulfilment | undefined
  const listening = {
    request: () => route.request(),
    fulfill: async (given: Fulfilment) => {
      found = given
    },
    fallback: async () => undefined,
  } as unknown as Route
  for (const { pattern, handler } of routes) {
    if (!matches(pattern, url)) continue
    await handler(listening)
    if (found) return found
  }
  return found
}

function matches(pattern: Pattern, url: URL): boolean {
  if (typeof pattern === 'function') return pattern(url)
  if (pattern instanceof RegExp) return pattern.test(url.href)
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`)
  const glob = escaped.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${glob}$`).test(url.href)
}
