import type { Page } from '@playwright/test'
import type { Sent } from './access'
import type { Answers } from './api'
import { settings } from './estateData'
import { answerPeople, CATALOGUE, profile } from './people'
import { calls, degraded, forwardRules, sipNumbers, sipService, sipTrunks } from './telephonyData'

const FEATURES = ['sip', 'sip.trunks', 'sip.web_dialer', 'elevator']

export interface TelephonyAnswers extends Answers {
  /** Rights that the role lacks. */
  without?: string[]
  /** Features of the licence. */
  features?: string[]
  /** A part of the SIP service does not answer. */
  isDegraded?: boolean
}

export interface Telephony {
  sent: Sent[]
  /** What the platform says to the person. */
  push: (data: object) => void
}

type Row = { id: number } & Record<string, unknown>

const COLLECTIONS: Record<string, Row[]> = {
  'sip-numbers': sipNumbers,
  'forward-rules': forwardRules,
  'sip-trunks': sipTrunks,
  'call-history': calls,
}

/** Answers every call about telephony; the others go to `answerPeople`. */
export async function answerTelephony(
  page: Page,
  answers: TelephonyAnswers = {},
): Promise<Telephony> {
  const { sent } = await answerPeople(page, answers)
  const sockets: { send: (text: string) => void }[] = []
  await page.routeWebSocket('**/api/v0/ws**', (socket) => {
    sockets.unshift(socket)
  })
  const rights = CATALOGUE.map(([, code]) => code).filter(
    (code) => !answers.without?.includes(code),
  )
  const who = profile(rights, answers.locale ?? 'en', answers.features ?? FEATURES)
  let isRestarting = false
  await page.route('**/api/v0/**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const path = url.pathname.replace('/api/v0/', '')
    const key = `${request.method()} ${path}`
    const body = (request.postDataJSON() ?? {}) as Record<string, unknown>
    if (key === 'GET profile') return route.fulfill({ json: who })
    if (key === 'GET settings/sip') return route.fulfill({ json: settings.sip })
    if (key === 'POST sip-service/restart') isRestarting = true
    const state = isRestarting ? 'restarting' : sipService.state
    const service = answers.isDegraded ? degraded : { ...sipService, state }
    const found = answerTo(key, url, body) ?? aboutService(key, service)
    if (found === undefined) return route.fallback()
    if (request.method() !== 'GET') sent.push({ key, body })
    return route.fulfill(found)
  })
  return {
    sent,
    push: (data) => {
      isRestarting = false
      sockets[0]?.send(JSON.stringify({ topic: 'private-users.1', data }))
    },
  }
}

interface Answer {
  json: object
  status?: number
}

function answerTo(key: string, url: URL, body: Record<string, unknown>): Answer | undefined {
  const [method = '', path = ''] = key.split(' ')
  const [name = '', second] = path.split('/')
  const rows = COLLECTIONS[name]
  if (!rows) return undefined
  if (key === 'GET call-history/alarms') return { json: list(rows.filter(isSos), url) }
  if (key === 'POST sip-numbers/generate') return { json: { items: made(Number(body.count)) } }
  if (second === 'deleteAll') return { json: { items: (body.items as number[]).map(removed) } }
  if (method === 'GET' && second === undefined) return { json: list(rows, url) }
  if (key === 'PUT sip-numbers' && body.number === '101') return notFree
  const row = rows.find(({ id }) => String(id) === second) ?? rows[0]
  return row && { json: { ...row, ...body } }
}

function aboutService(key: string, service: object): Answer | undefined {
  if (key === 'GET sip-service/status') return { json: service }
  if (key === 'POST sip-service/reinit') return { json: { accounts: 148 } }
  return key === 'POST sip-service/restart' ? { json: {} } : undefined
}

const isSos = (row: Row) => row.is_sos === true

/** The first is a general number: it stays. */
const removed = (id: number) => ({
  id,
  done: id !== 1,
  message: id === 1 ? 'deletion prohibited for a virtual number used as general group number' : '',
})

const made = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...sipNumbers[4],
    id: 50 + at,
    number: `${120 + at}`,
  }))

const notFree: Answer = {
  status: 422,
  json: {
    message: 'invalid data sent',
    code: 'invalid_data',
    data: { fields: { number: 'virtual number not free' } },
  },
}

interface Conditions {
  match: string
  items: { field: string; rule: string; value: unknown }[]
}

/** Rows that meet the conditions on equality; the others are left to the real server. */
function list(rows: Row[], url: URL) {
  const none: Conditions = { match: 'match_all', items: [] }
  const text = url.searchParams.get('filters')
  const { match, items } = text ? (JSON.parse(text) as Conditions) : none
  const search = (url.searchParams.get('search') ?? '').toLowerCase()
  const meets = (row: Row) => (item: Conditions['items'][number]) =>
    item.rule !== 'equals' || [item.value].flat().includes(valueOf(row, item.field))
  const found = rows.filter(
    (row) =>
      JSON.stringify(row).toLowerCase().includes(search) &&
      (match === 'match_any' ? items.some(meets(row)) : items.every(meets(row))),
  )
  return { items: found, total: found.length, page: 1, size: 20 }
}

interface Party {
  user: { id: number } | null
  device: { id: number } | null
}

function valueOf(row: Row, field: string): unknown {
  const [from, to] = [row.from, row.to] as (Party | undefined)[]
  if (field === 'from_user_id') return from?.user?.id
  if (field === 'to_user_id') return to?.user?.id
  if (field === 'device_id' && from) return from.device?.id ?? to?.device?.id
  if (field.endsWith('_id')) return (row[field.slice(0, -3)] as { id?: number } | null)?.id
  return row[field]
}
