/** Numbers, rules, lines and calls of a site, for the pictures of the pages about telephony. */

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const anna = { id: 1, name: 'Anna Petrova' }
const riverside = { id: 1, name: 'Riverside' }
const tower = { id: 2, name: 'North tower' }
const stamp = { created_at: ago(60 * 24 * 12), updated_at: ago(900), created_by_user: anna }

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

interface QueueOptions {
  rings?: number
  after?: number
  together?: boolean
  onError?: number
  days?: string[]
  period?: { from: number; to: number } | null
  outside?: string[]
}

export function queue(numbers: string[], options: QueueOptions = {}) {
  const { rings = 60, after = 10, together = false, onError, period = null } = options
  return {
    numbers,
    params: {
      timeout: rings,
      days: options.days ?? WEEK,
      period,
      trunk_numbers: (options.outside ?? []).map((number) => ({ number, trunk: null })),
    },
    redirect_if_no_answer: { is_immediately: together, timeout: after },
    redirect_if_error: { enabled: onError !== undefined, timeout: onError ?? 0 },
  }
}

export const HOUR = 3_600

export const forwardRules = [
  {
    id: 1,
    name: 'Front desk, then the guard',
    domain: null,
    forward_rules: [
      queue(['101', '102'], { rings: 30, after: 15, onError: 0 }),
      queue(['110'], { rings: 45, after: 0, onError: 5 }),
      queue([], { rings: 40, outside: ['+31201234567'] }),
    ],
    sip_numbers_count: 12,
    ...stamp,
  },
  {
    id: 2,
    name: 'Nights and weekends',
    domain: tower,
    forward_rules: [
      queue(['110', '111'], {
        rings: 30,
        after: 40,
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
        period: { from: 22 * HOUR, to: 6 * HOUR },
      }),
      queue(['101'], { rings: 60 }),
    ],
    sip_numbers_count: 3,
    ...stamp,
  },
  {
    id: 3,
    name: 'Everybody at once',
    domain: riverside,
    forward_rules: [
      queue(['101', '102', '110'], { together: true }),
      queue(['1001', '1002'], { rings: 20 }),
    ],
    sip_numbers_count: 0,
    ...stamp,
  },
]

interface NumberOptions {
  user?: { id: number; name: string }
  device?: { id: number; name: string }
  more?: object
}

function numberRow(
  id: number,
  text: string,
  name: string,
  { user, device, more }: NumberOptions = {},
) {
  return {
    id,
    number: text,
    name,
    password: '********',
    is_active: true,
    is_reserved: false,
    is_system: false,
    user: user ?? null,
    device: device ?? null,
    domain: tower,
    is_general: false,
    forward_mode: 'disabled',
    forward_rules: [],
    forward_group: null,
    is_registered: null,
    ...stamp,
    ...more,
  }
}

const PICKED = {
  forward_mode: 'picked',
  forward_group: { id: 1, name: 'Front desk, then the guard' },
}

export const sipNumbers = [
  numberRow(1, '100', 'Front desk', {
    more: { is_general: true, domain: riverside, ...PICKED },
  }),
  numberRow(2, '101', 'Concierge', {
    user: { id: 5, name: 'Elena García' },
    more: {
      forward_mode: 'manual',
      forward_rules: forwardRules[0]!.forward_rules,
      is_registered: true,
    },
  }),
  numberRow(3, '102', 'Second desk', { user: { id: 6, name: 'Fatima Haddad' } }),
  numberRow(4, '110', 'Guard', { user: { id: 7, name: 'Ivan Sidorov' }, more: PICKED }),
  numberRow(5, '111', 'Guard at night', { more: { is_active: false } }),
  numberRow(6, '501', 'North tower lobby', { device: { id: 2, name: 'North tower lobby' } }),
  numberRow(7, '900', 'Test call', { more: { is_system: true } }),
  numberRow(8, '999', '', { more: { is_reserved: true } }),
  numberRow(9, '1001', 'Flat 1', { user: { id: 2, name: 'Bram de Vries' } }),
  numberRow(10, '1002', 'Flat 2', { user: { id: 3, name: 'Chen Wei' } }),
]

export const sipTrunks = [
  {
    id: 1,
    name: 'City line',
    outgoing_number: '+31201234567',
    termination_uri: 'sip:sip.provider.test:5060;transport=tls',
    login: 'riverside',
    password: '********',
    is_registration_enabled: true,
    domains: [riverside],
    status: 'registered',
    status_message: null,
    ...stamp,
  },
  {
    id: 2,
    name: 'Mobile gateway',
    outgoing_number: '+31612345678',
    termination_uri: 'sip:10.20.0.9',
    login: null,
    password: null,
    is_registration_enabled: false,
    domains: [tower, { id: 4, name: 'Garden house' }],
    status: 'ready',
    status_message: null,
    ...stamp,
  },
  {
    id: 3,
    name: 'Old provider',
    outgoing_number: '+31207654321',
    termination_uri: 'sip:old.provider.test',
    login: 'riverside-old',
    password: '********',
    is_registration_enabled: true,
    domains: [riverside],
    status: 'error',
    status_message: '403 Forbidden: account is closed',
    ...stamp,
  },
]

type Found = (typeof sipNumbers)[number]

const party = ({ number: text, name, user, device, domain }: Found) => ({
  number: text,
  name,
  user,
  device,
  domain,
})
const outside = (text: string) => ({
  number: text,
  name: '',
  user: null,
  device: null,
  domain: null,
})
const by = (text: string) => party(sipNumbers.find((each) => each.number === text)!)

const CALLS = [
  ['501', '101', 'answered', 72, null, false],
  ['501', '1001', 'answered', 3_725, '101', true],
  ['101', '1002', 'noanswer', 0, null, false],
  ['1001', '101', 'busy', 0, null, false],
  ['501', '100', 'answered', 18, '110', false],
  ['110', '+31201234567', 'failed', 0, null, false],
  ['501', '1002', 'cancel', 0, null, true],
  ['1002', '501', 'answered', 9, null, false],
] as const

export const calls = CALLS.map(([from, to, status, duration, answered, is_sos], at) => ({
  id: 80 - at,
  created_at: ago(7 + at * 53),
  status,
  type: from === '501' ? 'awaiting' : 'normal',
  duration,
  from: by(from),
  to: to.startsWith('+') ? outside(to) : by(to),
  answered_by: answered && by(answered),
  is_sos,
}))

export const sipService = {
  state: 'running',
  parts: [
    { name: 'edge', is_ready: true, version: '5.6.3', message: null },
    { name: 'media', is_ready: true, version: '10.5.3', message: null },
    { name: 'call_control', is_ready: true, version: '0.1.0', message: null },
  ],
  registered_numbers: 148,
  active_calls: 3,
  started_at: ago(60 * 24 * 3),
}

export const degraded = {
  ...sipService,
  state: 'degraded',
  parts: sipService.parts.map((part) =>
    part.name === 'media' ? { ...part, is_ready: false, message: 'no answer within 2 s' } : part,
  ),
}
