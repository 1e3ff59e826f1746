/** Webhooks of the mocked site: one that works, one that fails and one that is disabled. */
const at = { created_at: '2026-03-01T09:00:00Z', updated_at: '2026-03-20T09:00:00Z' }

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const common = {
  domain: null,
  is_enabled: true,
  disabled_reason: '',
  disabled_at: null,
  failing_since: null,
  delivered_at: '2026-04-02T09:58:00Z',
  pending: 0,
  dead: 0,
  dropped: 0,
  previous_secret_until: null,
  owner_user: { id: 1, name: 'Anna Petrova' },
  withheld_events: [],
  secret: '',
  ...at,
}

export const webhooks = [
  {
    ...common,
    id: 1,
    name: 'Visitors desk',
    url: 'https://desk.riverside.test/vestibule/events',
    events: ['device.event.arrived/access', 'sos.called'],
    domain: { id: 2, name: 'North tower' },
    failing_since: '2026-04-02T08:10:00Z',
    pending: 14,
    dead: 2,
    dropped: 3,
    withheld_events: ['sos.called'],
    previous_secret_until: '2036-04-03T10:00:00Z',
  },
  {
    ...common,
    id: 2,
    name: 'Maintenance',
    url: 'https://service.example.com/hooks/7f3a',
    events: ['device.status.changed', 'device_tasks.changed', 'device.alarm.changed'],
  },
  {
    ...common,
    id: 3,
    name: 'Old access log',
    url: 'https://log.riverside.test/in',
    events: ['device.event.arrived'],
    is_enabled: false,
    disabled_reason: 'gone',
    disabled_at: '2026-03-28T10:00:00Z',
  },
]

const names = [
  'device.event.arrived/access',
  'device.event.arrived',
  'device.alarm.changed',
  'sos.called',
  'device.status.changed',
  'device_tasks.changed',
  'user.changed',
]

export const webhookEvents = names.map((name) => ({
  name,
  type: name.split('/')[0],
  topic: '',
  description: '',
  fields: [],
  example: {},
  is_permitted: name !== 'user.changed',
}))

const delivery = {
  event: 'device.event.arrived/access',
  attempts: 1,
  status: 0,
  error: '',
  created_at: '2026-04-02T09:00:00Z',
  attempted_at: '2026-04-02T09:30:00Z',
  next_attempt_at: null,
}

export const webhookDeliveries = [
  {
    ...delivery,
    id: 904,
    event_id: '0195f3a0-0000-7000-8000-000000000904',
    state: 'pending',
    attempts: 3,
    status: 503,
    error: 'status',
    next_attempt_at: '2026-04-02T10:30:00Z',
  },
  {
    ...delivery,
    id: 903,
    event_id: '0195f3a0-0000-7000-8000-000000000903',
    state: 'dead',
    attempts: 9,
    error: 'timed_out',
  },
  {
    ...delivery,
    id: 902,
    event_id: '0195f3a0-0000-7000-8000-000000000902',
    event: 'sos.called',
    state: 'dead',
    error: 'not_permitted',
    attempts: 0,
    attempted_at: null,
  },
  {
    ...delivery,
    id: 901,
    event_id: '0195f3a0-0000-7000-8000-000000000901',
    state: 'delivered',
    status: 204,
  },
]
