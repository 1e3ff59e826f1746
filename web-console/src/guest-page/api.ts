/*
 * The calls of this page. They are written by hand, because the generated client is part of the console: api.test.ts
 * compares the types with it.
 */

export interface GuestDoor {
  /** Opens the door once; empty while it does not open. */
  token: string
  name: string
  online: boolean
  next_opens: string | null
}

export interface GuestPage {
  site_name: string
  site_logo: string
  site_address: string
  site_phone: string
  message: string
  kind: 'qr' | 'access_code' | 'license_plate' | 'url' | null
  value: string
  state: 'scheduled' | 'active' | 'expired' | 'used_up' | 'revoked' | 'suspended' | null
  valid_from: string | null
  valid_to: string | null
  time_zone: string
  visits_left: number | null
  visit_ends_at: string | null
  doors: GuestDoor[]
  /** Of a recurring key; minutes since midnight, by the clock of the site. */
  hours: { weekdays: number[]; from_minute: number; to_minute: number } | null
  has_wallet_pass: boolean
  google_wallet_link: string
}

export interface OpenedDoor {
  opened: boolean
  visits_left: number | null
  visit_ends_at: string | null
  /** Empty when the door opens no more. */
  next_token: string
}

/** Why a call failed, as the page says it. */
export type Reason =
  | 'invalid'
  | 'expired'
  | 'used_up'
  | 'door'
  | 'stale'
  | 'too_many'
  | 'unavailable'
  | 'offline'

export class Failure extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export interface Api {
  load: () => Promise<{ page: GuestPage; now: Date }>
  open: (token: string) => Promise<OpenedDoor>
  /** Of the pass for the Apple Wallet. */
  passPath: string
}

/** A door answers the platform in less. */
const TIMEOUT_MS = 30_000

/** The calls about one key, which is part of their path. */
export function guestApi(key: string): Api {
  const path = `/api/v0/guest-access/${encodeURIComponent(key)}`
  return {
    passPath: `${path}/pkpass`,
    async load() {
      const { body, now } = await send(path)
      return { page: body as GuestPage, now }
    },
    async open(token) {
      const { body } = await send(`${path}/open`, { device_token: token })
      return body as OpenedDoor
    },
  }
}

async function send(path: string, body?: object): Promise<{ body: unknown; now: Date }> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      cache: 'no-store',
      credentials: 'omit',
      signal: stop.signal,
      ...(body
        ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Failure(reasonOf(response.status, answer))
    return { body: answer, now: new Date(response.headers.get('date') ?? Date.now()) }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('offline')
  } finally {
    clearTimeout(timer)
  }
}

/** Sentences of the catalogue of errors that say more than their status. */
const REASONS: Record<string, Reason | undefined> = {
  'guest access invalid identifier': 'invalid',
  'guest access expired': 'expired',
  'guest access pass limit reached': 'used_up',
  'guest access device problem': 'door',
  'guest access device not found': 'stale',
}

export function reasonOf(status: number, answer: unknown): Reason {
  const message = (answer as { message?: unknown } | null)?.message
  const known = typeof message === 'string' ? REASONS[message] : undefined
  if (known) return known
  if (status === 404) return 'invalid'
  return status === 429 ? 'too_many' : 'unavailable'
}
