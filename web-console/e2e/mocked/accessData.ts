/** People, cards, rules and schedules of a site, for the pictures of the pages about access. */

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const anna = { id: 1, name: 'Anna Petrova' }
const tower = { id: 2, name: 'North tower' }
const stamp = { created_at: ago(60 * 24 * 9), updated_at: ago(600), created_by_user: anna }

export const roles = ['Administrator', 'Concierge', 'Resident'].map((name, at) => ({
  id: at + 1,
  name,
  description: ['Everything', 'Doors, guests and calls', 'Their own doors and guests'][at] ?? null,
  available_roles: [],
  is_default: true,
  permissions: [],
  ...stamp,
}))

const PEOPLE = [
  ['Anna Petrova', 'anna@riverside.test', 1],
  ['Bram de Vries', 'bram@riverside.test', 3],
  ['Chen Wei', 'chen@riverside.test', 3],
  ['Dmitri Sokolov', null, 3],
  ['Elena García', 'elena@riverside.test', 2],
  ['Fatima Haddad', 'fatima@riverside.test', 3],
  ['Ivan Sidorov', 'ivan@riverside.test', 3],
  ['Johanna Lindqvist-Österberg', 'johanna@riverside.test', 3],
] as const

export const users = PEOPLE.map(([name, email, role], at) => ({
  id: at + 1,
  login: email === null ? 'dsokolov' : null,
  name,
  description: null,
  role: { id: role, name: roles[role - 1]?.name ?? '' },
  domains: at % 3 === 0 ? [tower, { id: 4, name: 'Garden house' }] : [tower],
  email,
  avatar_url: null,
  is_active: at !== 5,
  elevator_access_disabled: false,
  activated_at: ago(9000),
  password: '********',
  profile: { phone: '+31201234567', address: 'Quay 12' },
  ...stamp,
  markers: at % 3 === 1 ? [{ id: 1, name: 'Key holder', color: '#c98a2b' }] : [],
  linked_users: [],
  is_invited: at === 3,
  send_registration_link: null,
  has_second_factor: at === 1,
}))

interface IdentifierOptions {
  type?: string
  value?: string
  dec?: string | null
  hex?: string | null
  more?: object
}

function identifier(id: number, owner: number, name: string, options: IdentifierOptions) {
  const { type = 'card', dec = null, hex = null, more = {} } = options
  return {
    id,
    link_id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    name,
    description: null,
    type,
    value: options.value ?? dec ?? hex ?? '',
    value_dec: dec,
    value_hex: hex,
    is_active: true,
    owner_type: 'owner',
    owner: { id: owner, name: users[owner - 1]?.name ?? '' },
    domain: tower,
    period_restrict_active: false,
    period_restrict_from: null,
    period_restrict_to: null,
    passes_restrict_active: false,
    passes_restrict_max_count: 1,
    passes_restrict_passes_count: 0,
    revoked_at: null,
    access_rules: [],
    ...stamp,
    ...more,
  }
}

const period = (from: number, to: number) => ({
  period_restrict_active: true,
  period_restrict_from: ago(from),
  period_restrict_to: ago(to),
})

export const identifiers = [
  identifier(1, 2, 'Bram, blue card', { dec: '0013961168', hex: '00-D5-07-D0' }),
  identifier(2, 2, 'Bram, bicycle', { type: 'ukey', hex: '04-A2-24-5B-9C-11-80' }),
  identifier(3, 3, 'Chen Wei', {
    type: 'face',
    value: 'chen',
    more: { photo_taken_at: ago(60 * 24) },
  }),
  identifier(4, 4, 'Dmitri, lost card', {
    dec: '0007711234',
    hex: '00-75-A9-02',
    more: { revoked_at: ago(2000) },
  }),
  identifier(5, 5, 'Night code', {
    type: 'access_code',
    value: '004217',
    more: {
      passes_restrict_active: true,
      passes_restrict_max_count: 20,
      passes_restrict_passes_count: 7,
    },
  }),
  identifier(6, 6, 'Painter', {
    dec: '0019088743',
    hex: '01-23-45-67',
    more: period(60 * 24 * 30, 60 * 24),
  }),
  identifier(7, 7, 'Volvo', { type: 'license_plate', value: 'AB123CD' }),
  identifier(8, 8, 'Visitor pass', {
    type: 'qr',
    value: '7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f',
    more: { ...period(60, -60 * 24 * 3), owner_type: 'guest' },
  }),
]

/** Which doors have learned the face of identifier 3. */
export const learnedDoors = {
  wanted: 4,
  held: 2,
  items: [
    {
      device: { id: 1, name: 'Main gate' },
      state: 'held',
      reason: null,
      at: ago(50),
      is_online: true,
    },
    {
      device: { id: 2, name: 'North tower lobby' },
      state: 'held',
      reason: null,
      at: ago(50),
      is_online: true,
    },
    {
      device: { id: 3, name: 'Car park barrier' },
      state: 'refused',
      reason: 'face_has_not_recognized',
      at: ago(40),
      is_online: true,
    },
    {
      device: { id: 4, name: 'Gym' },
      state: 'waiting',
      reason: null,
      at: ago(40),
      is_online: false,
    },
  ],
}

/** What the platform says of a photo with two people. */
export const refusedPhoto = {
  message: 'face not recognized',
  code: 'face_not_recognized',
  data: {
    reason: 'several',
    boxes: [
      { x: 120, y: 80, width: 160, height: 160 },
      { x: 360, y: 100, width: 150, height: 150 },
    ],
    width: 640,
    height: 400,
  },
}

const recurrence = {
  is_all_day: false,
  valid_from: '2026-11-16T08:00:00',
  valid_to: '2026-11-16T18:00:00',
  repeat_mode: 'custom',
  repeat_duration_mode: 'infinitely',
  repeat_duration_count: 1,
  repeat_duration_until: null,
  repeat_custom_mode: 'weekly',
  repeat_custom_monthes: [],
  repeat_custom_weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  repeat_custom_days: [],
  repeat_custom_looper: 1,
  repeat_custom_use_day_types: false,
  repeat_custom_day_iteration: null,
  repeat_custom_day_type: null,
  time_zone: 'Europe/Amsterdam',
  has_own_zone: true,
}

const staff = { id: 1, name: 'Staff by day' }

export const timeRules = [
  { name: 'Working hours', access_rules: [staff], ...recurrence },
  { name: 'Weekend', ...recurrence, is_all_day: true, repeat_custom_weekdays: ['sat', 'sun'] },
  {
    name: 'Night shift',
    ...recurrence,
    valid_from: '2026-11-16T22:00:00',
    valid_to: '2026-11-17T06:00:00',
    repeat_mode: 'day',
  },
  {
    name: 'Market day',
    ...recurrence,
    repeat_custom_mode: 'monthly',
    repeat_custom_use_day_types: true,
    repeat_custom_day_iteration: 'last',
    repeat_custom_day_type: 'fri',
    repeat_duration_mode: 'until',
    repeat_duration_until: '2027-06-30',
  },
  { name: 'House warming', ...recurrence, repeat_mode: 'never' },
].map((rule, at) => ({
  access_rules: [],
  ...rule,
  id: at + 1,
  description: null,
  link_id: `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`,
  ...stamp,
}))

const door = (id: number, name: string, lock_number: number) => ({ id, name, lock_number })
const nobody = { domains: [], users: [], identifiers: [], time_rules: [] }

export const accessRules = [
  {
    name: 'Staff by day',
    devices: [door(1, 'Main gate', 1), door(2, 'North tower lobby', 0)],
    ...nobody,
    domains: [tower],
    users: [{ id: 5, name: 'Elena García' }],
    time_rules: [{ id: 1, name: 'Working hours' }],
  },
  {
    name: 'Residents of the tower',
    devices: [door(2, 'North tower lobby', 0)],
    ...nobody,
    domains: [tower],
  },
  {
    name: 'No bicycles at night',
    prohibition: true,
    devices: [door(3, 'Bicycle room', 0)],
    ...nobody,
    domains: [{ id: 1, name: 'Riverside' }],
    time_rules: [{ id: 3, name: 'Night shift' }],
  },
  {
    name: 'Painter in the garden',
    devices: [door(4, 'Garden house door', 2)],
    ...nobody,
    identifiers: [{ id: 6, name: 'Painter' }],
  },
].map((rule, at) => ({
  prohibition: false,
  ...rule,
  id: at + 1,
  description: null,
  is_shareable: true,
  ...stamp,
}))

/** What a draft would change: one person gets a door, two lose one. */
export const impact = {
  items: [
    { user: users[1], device: { id: 1, name: 'Main gate' }, before: 'none', after: 'open' },
    { user: users[2], device: { id: 2, name: 'North tower lobby' }, before: 'open', after: 'none' },
    {
      user: users[3],
      device: { id: 2, name: 'North tower lobby' },
      before: 'later',
      after: 'forbidden',
    },
  ].map((change) => ({
    ...change,
    user: change.user && { id: change.user.id, name: change.user.name },
    lock_number: 1,
  })),
  total: 3,
  gained: 1,
  lost: 2,
}

const reason = (code: string, more: object = {}) => ({
  code,
  access_rule: null,
  time_rule: null,
  identifier: null,
  next_opens: null,
  ...more,
})

const noLimits = { valid_from: null, valid_to: null, has_own_hours: false }

/** A user passes, but for the one without a rule; an identifier is in the way of itself and of its hours. */
export function decision(isUser: boolean, hasRule = true) {
  if (!hasRule) {
    const time = new Date().toISOString()
    const reasons = [reason('no_rule_for_this_door')]
    return { allowed: false, online_only: null, ...noLimits, time, reasons }
  }
  const rule = { id: 1, name: 'Staff by day' }
  const schedule = { id: 1, name: 'Working hours' }
  return {
    allowed: isUser,
    online_only: isUser ? 'prohibited_at_times' : null,
    ...noLimits,
    valid_to: isUser ? null : ago(60 * 3),
    time: new Date().toISOString(),
    reasons: isUser
      ? [
          reason('granted_by', { access_rule: rule, time_rule: schedule }),
          reason('granted_by', { access_rule: { id: 2, name: 'Residents of the tower' } }),
        ]
      : [
          reason('expired', { identifier: { id: 6, name: 'Painter' } }),
          reason('prohibited_by', { access_rule: { id: 3, name: 'No bicycles at night' } }),
          reason('outside_schedule', {
            access_rule: rule,
            time_rule: schedule,
            next_opens: ago(-60 * 14),
          }),
        ],
  }
}

const change = (id: number, minutes: number, more: object) => ({
  id,
  at: ago(minutes),
  user: anna,
  ip: '192.0.2.7',
  action: 'edit',
  resource: 'users',
  resource_id: 2,
  resource_name: 'Bram de Vries',
  before: null,
  after: null,
  request_id: `00000000-0000-4000-a000-${String(id).padStart(12, '0')}`,
  ...more,
})

/** What was changed of a person and of a card. */
export const changes = [
  change(31, 50, {
    before: { profile: { address: 'Quay 10' } },
    after: { profile: { address: 'Quay 12' } },
  }),
  change(28, 60 * 26, {
    action: 'create',
    resource: 'identifiers',
    resource_id: 1,
    resource_name: 'Bram, blue card',
    after: { name: 'Bram, blue card', type: 'card' },
  }),
]

/** What the doors say of a card: one is away; the lost card is revoked. */
export function deliveries(path: string) {
  const isRevoked = path.endsWith('4')
  const delivery = (id: number, name: string, more: object = {}) => ({
    device: { id, name },
    is_wanted: !isRevoked,
    state: 'confirmed',
    at: ago(isRevoked ? 1990 : 90),
    error: null,
    status: 'online',
    status_changed_at: ago(3000),
    ...more,
  })
  const away = { state: 'waiting', at: isRevoked ? null : ago(90), status: 'offline' }
  return [
    delivery(1, 'Main gate'),
    delivery(2, 'North tower lobby'),
    delivery(5, 'Garage', { ...away, status_changed_at: ago(400) }),
  ]
}
