import type { Page } from '@playwright/test'
import { answerSite, type Socket } from './site'
import { concierge, contacts, credentials, history, info, interception, waiting } from './phoneData'

export interface PhoneAnswers {
  locale?: 'en' | 'ru'
  /** The browser lets the page use the microphone. */
  hasMicrophone?: boolean
  /** JsSIP itself, in place of the fake. */
  hasRealSip?: boolean
}

/** Answers for somebody with a phone; the other side of SIP is the test itself. */
export async function answerPhone(
  page: Page,
  { locale = 'en', hasMicrophone = true, hasRealSip = false }: PhoneAnswers = {},
): Promise<Phone> {
  const socket = await answerSite(page, { locale })
  if (!hasRealSip) await page.addInitScript(playDemo, hasMicrophone)
  const phone = new Phone(page, socket)
  await page.route('**/api/v0/**', async (route) => {
    const url = new URL(route.request().url())
    const path = url.pathname.replace('/api/v0', '')
    const key = `${route.request().method()} ${path}`
    const number = /^GET \/sip-numbers\/(\w+)\/call-info$/.exec(key)?.[1]
    if (number && info[number]) return route.fulfill({ json: info[number] })
    if (key.startsWith('POST /calls/management/')) {
      phone.posted.push(path)
      return route.fulfill({ json: path.endsWith('/open') ? { opened: true } : {} })
    }
    if (key === 'POST /calls/interception') {
      const { is_active, domains } = route.request().postDataJSON() as {
        is_active: boolean
        domains: number[]
      }
      phone.interception = interception(is_active, domains)
      return route.fulfill({ json: phone.interception })
    }
    const answer = answerTo(key, phone)
    return answer ? route.fulfill({ json: answer }) : route.fallback()
  })
  await page.route('**/api/v0/profile', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    return route.fulfill({ json: profile(locale) })
  })
  return phone
}

/** In the page, before it loads: a fake of SIP, and of the browser's question. */
function playDemo(isAllowed: boolean): void {
  Object.assign(window, { demoSip: 'wanted' })
  navigator.mediaDevices.getUserMedia = () =>
    isAllowed
      ? Promise.resolve(new MediaStream())
      : Promise.reject(new DOMException('refused', 'NotAllowedError'))
}

function answerTo(key: string, phone: Phone): object | undefined {
  switch (key) {
    case 'GET /calls/credentials':
      return credentials
    case 'GET /calls/management/list':
      return { items: phone.waiting }
    case 'GET /calls/management/devices':
      return { items: concierge }
    case 'GET /calls/interception':
      return phone.interception
    case 'GET /sip-numbers/contacts':
      return { items: contacts }
    case 'GET /call-history':
      return { items: history, total: 124, page: 1, size: 50 }
    default:
      return undefined
  }
}

interface Ring {
  number: string
  speechId?: string
  type?: 'normal' | 'awaiting'
  isSos?: boolean
}

/** The other side of the phone. */
export class Phone {
  readonly #page: Page
  readonly #socket: Socket
  readonly posted: string[] = []
  waiting: object[] = []
  interception: object = interception(false, [2])

  constructor(page: Page, socket: Socket) {
    this.#page = page
    this.#socket = socket
  }

  /** The phone is known to the platform. */
  async register(event = 'registered'): Promise<void> {
    await this.#page.waitForFunction(() => {
      const { demoSip } = window as unknown as { demoSip?: { account?: object } }
      return demoSip?.account !== undefined
    })
    await this.#tell('tell', event)
  }

  ring(call: Ring): Promise<string> {
    return this.#tell('ring', call)
  }

  accept(session: string): Promise<unknown> {
    return this.#tell('accept', session)
  }

  /** Another number answers, and shows a picture. */
  async show(session: string): Promise<void> {
    await this.#tell('show', session)
  }

  async hangUp(session: string, reason = 'ended'): Promise<void> {
    await this.#tell('hangUp', session, reason)
  }

  /** A push about a call that the platform keeps. */
  push(call: Partial<(typeof waiting)[number]>): void {
    const data = { type: 'CallUpdated', call: { ...waiting[0], ...call } }
    this.#socket.push(`calls-management.${credentials.number}`, data)
  }

  /** What the phone has asked of SIP. */
  asked(): Promise<string[]> {
    return this.#page.evaluate(() => {
      const { demoSip } = window as unknown as { demoSip: { asked: string[] } }
      return demoSip.asked
    })
  }

  #tell(method: string, ...values: unknown[]): Promise<string> {
    return this.#page.evaluate(
      ([name, parts]) => {
        type Methods = Record<string, (...parts: unknown[]) => string>
        const { demoSip } = window as unknown as { demoSip: Methods }
        return demoSip[name as string]!(...(parts as unknown[]))
      },
      [method, values],
    )
  }
}

const profile = (locale: string) => ({
  id: 1,
  email: 'anna@riverside.test',
  name: 'Anna Petrova',
  locale,
  is_verified: true,
  avatar_url: null,
  role: {
    id: 1,
    name: 'Concierge',
    permissions: [
      'can_view_all_domains',
      'can_edit_all_server_domains',
      'can_view_all_devices',
      'can_view_devices',
      'can_edit_device',
      'can_intercept_call_like_concierge',
    ],
  },
  domains: [{ id: 1, name: 'Riverside' }],
  project: { id: 1, uid: 'p', name: 'Riverside', description: '' },
  is_invited: false,
  license_info: { features: ['sip', 'sip.web_dialer', 'elevator'] },
  locales: ['en', 'ru'],
  profile: {
    address: null,
    phone: null,
    project_id: 1,
    time_zone: 'Europe/Amsterdam',
    time_format: 'DD-MM-YYYY',
    identifier_format: 'dec',
    sip_number: '1000',
    is_app_popup_active: false,
  },
})
