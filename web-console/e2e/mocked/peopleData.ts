const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const anna = { id: 1, name: 'Anna Petrova' }

export const markers = [
  ['Key holder', '#c98a2b', 12],
  ['Moving out', '#b3261e', 3],
  ['Contractor', null, 28],
].map(([name, color, users_count], at) => ({
  id: at + 1,
  name,
  color,
  users_count,
  created_by_user: anna,
  created_at: ago(50_000),
}))

export const projects = [
  ['Riverside', false, 412, 96, 41, 1204],
  ['Garden quarter', false, 1310, 402, 118, 4020],
  ['Old mill', true, 18, 6, 3, 44],
].map(([name, is_suspended, users, domains, devices, identifiers], at) => ({
  id: at + 1,
  uid: '7d9c7d9e-0c5e-4c07-9a53-0a6a4b3c0000',
  name,
  description: at === 1 ? 'Five towers by the park' : null,
  is_suspended,
  time_zone: 'Europe/Amsterdam',
  locale: 'en',
  administrator: null,
  counts: { users, domains, devices, identifiers },
  created_at: ago(200_000),
}))

export const auditEvents = [
  {
    action: 'edit',
    resource: 'users',
    resource_name: 'Ivan Sidorov',
    before: { role: { id: 4, name: 'Resident' }, profile: { phone: '+31201111111' } },
    after: { role: { id: 3, name: 'Night concierge' }, profile: { phone: '+31202222222' } },
  },
  {
    action: 'create',
    resource: 'roles',
    resource_name: 'Night concierge',
    before: null,
    after: { name: 'Night concierge', permissions: ['can_view_users', 'can_view_devices'] },
  },
  {
    action: 'delete',
    resource: 'identifiers',
    resource_name: 'Card 0305419896',
    before: { name: 'Card 0305419896', is_active: true },
    after: null,
  },
  {
    action: 'fail',
    resource: 'users',
    resource_name: 'Ivan Sidorov',
    before: null,
    after: { address: '203.0.113.9', attempts: 7, what: 'login' },
  },
].map((event, at) => ({
  ...event,
  id: 90 - at,
  at: ago(at * 47 + 3),
  user: at >= 2 ? null : anna,
  ip: ['192.0.2.7', '192.0.2.7', '', '203.0.113.9'][at],
  resource_id: at + 5,
  request_id: '0198a7e2-7b1c',
}))

export const banned = ['203.0.113.9', '2001:db8::7'].map((ip, at) => ({
  ip,
  banned_at: ago(12),
  until: new Date(Date.now() + 48 * 60_000).toISOString(),
  reason: at === 0 ? 'login' : 'second_factor',
  failures: 24 + at,
}))

export const whitelist = [
  { id: 1, address: '192.0.2.0/24', description: 'Office', created_at: ago(90_000) },
]

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

const edge = agent.replace('X11; Linux x86_64', 'Windows NT 10.0') + ' Edg/140.0'
const riverside = { id: 1, name: 'Riverside' }

export const sessions = [
  { id: 1, is_current: true, user_agent: agent, project: riverside, created: 3 },
  { id: 2, is_current: false, user_agent: edge, project: riverside, created: 4_000 },
  {
    id: 3,
    is_current: false,
    user_agent: edge,
    project: { id: 2, name: 'Garden quarter' },
    created: 4_000,
  },
].map(({ created, ...session }) => ({
  ...session,
  mobile_client: null,
  ip: '192.0.2.7',
  created_at: ago(created),
  refreshed_at: ago(created / 2),
  expires_at: ago(-60_000),
}))

const token = {
  prefix: 'vst_3fQx',
  created_at: ago(40_000),
  expires_at: ago(-80_000),
  last_used_at: ago(12),
  last_used_ip: '192.0.2.40',
}

export const ownTokens = [
  { ...token, id: 1, name: 'Nightly export', scopes: ['read_only'] },
  {
    ...token,
    id: 2,
    name: 'Home automation',
    prefix: 'vst_9aZk',
    scopes: ['can_view_devices', 'can_edit_device'],
    last_used_at: null,
    last_used_ip: null,
  },
  { ...token, id: 3, name: 'Old laptop', scopes: ['all'], expires_at: ago(2_000) },
]

export const serviceTokens = [
  {
    ...token,
    id: 4,
    name: 'Property management',
    scopes: ['all'],
    role: { id: 3, name: 'Concierge' },
    domains: [
      { id: 2, name: 'North tower' },
      { id: 9, name: '' },
    ],
    created_by_user: { id: 1, name: 'Anna Petrova' },
  },
]
