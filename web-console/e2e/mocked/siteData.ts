/** A site by night, for the pictures of the pages about devices, events and notifications. */

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const riverside = { id: 1, name: 'Riverside' }
const tower = { id: 2, name: 'North tower' }
const garden = { id: 4, name: 'Garden house' }

const none = { tasks_waiting: 0, tasks_failed: 0, sync_errors_count: 0 }

interface DeviceOptions {
  status: 'online' | 'offline' | null
  domain: { id: number; name: string }
  info?: object
}

function device(
  id: number,
  name: string,
  type: string,
  model: string,
  serial_number: string,
  { status, domain, info = {} }: DeviceOptions,
) {
  return {
    id,
    name,
    type,
    model,
    serial_number,
    domain,
    description: null,
    ip_address: `10.20.0.${10 + id}`,
    port: 80,
    login: 'admin',
    password: '********',
    device_login: null,
    device_password: null,
    device_settings: null,
    get_logs: true,
    protocol: 'mqtt',
    management: { heartbeat: true, realtime_logging: true, keep_list: false },
    location_latitude: 52.3702,
    location_longitude: 4.8952,
    device_info: {
      status,
      status_changed_at: ago(id * 37),
      firmware: '3.14.2',
      desired_version: 41,
      actual_version: 41,
      identifiers_count: 120 + id * 7,
      desired_identifiers_count: 120 + id * 7,
      last_event_at: ago(id * 3),
      clock_skew_seconds: id === 2 ? 240 : 1,
      contact_error:
        id === 2 ? 'the device does not take the login and password of the platform' : null,
      pending_protocol: id === 2 ? 'http' : null,
      protocol_error: null,
      ...none,
      ...info,
    },
    created_at: ago(60 * 24 * 30),
    updated_at: ago(60 * 24),
    created_by_user: { id: 1, name: 'Anna Petrova' },
  }
}

export const devices = [
  device(1, 'Main gate', 'panel', 'AA-12', 'AA12-0001', { status: 'online', domain: riverside }),
  device(2, 'North tower lobby', 'panel', 'AA-14FB', 'AA14-0107', {
    status: 'online',
    domain: tower,
    info: { desired_version: 44, tasks_waiting: 3 },
  }),
  device(3, 'Bicycle room', 'accesscontroller', 'CR-02BD', 'CR02-0003', {
    status: 'offline',
    domain: tower,
    info: { desired_version: 42, tasks_waiting: 1 },
  }),
  device(4, 'Garden house door', 'panel', 'AA-07', 'AA07-0042', {
    status: 'online',
    domain: garden,
    info: { tasks_failed: 2 },
  }),
  device(5, 'Lift A', 'liftcontroller', 'EVRC-IP', 'EV-0005', { status: 'online', domain: tower }),
  device(6, 'Concierge monitor', 'monitor', 'AT-10L', 'AT10-0006', {
    status: 'online',
    domain: tower,
  }),
  device(7, 'Car park camera', 'ip_camera', 'Axis', 'AXIS-0007', {
    status: 'offline',
    domain: riverside,
  }),
  device(8, 'Car park barrier', 'barrier', 'generic relay', 'BAR-0008', {
    status: 'online',
    domain: riverside,
    info: { sync_errors_count: 4 },
  }),
  device(9, 'Roof terrace', 'accesscontroller', 'CR-02BD', 'CR02-0011', {
    status: null,
    domain: tower,
  }),
]

const model = (type: string, name: string, change: object = {}) => ({
  type,
  model: name,
  locks: 2,
  identifier_types: ['card', 'ukey', 'access_code', 'qr'],
  max_identifiers: 10_000,
  max_faces: 0,
  has_keypad: type === 'panel',
  has_camera: type === 'panel',
  has_lift: false,
  has_sip: type === 'panel' || type === 'monitor',
  holds_schedules: true,
  buttons: 0,
  ...change,
})

export const models = [
  model('panel', 'AA-07', { locks: 1 }),
  model('panel', 'AA-12'),
  model('panel', 'BA-04BD', { has_keypad: false, buttons: 4 }),
  model('panel', 'AA-14FB', {
    max_faces: 2000,
    identifier_types: ['card', 'ukey', 'access_code', 'qr', 'face'],
  }),
  model('monitor', 'AT-10L', { locks: 0, identifier_types: [] }),
  model('accesscontroller', 'CR-02BD', { identifier_types: ['card', 'ukey'] }),
  model('liftcontroller', 'EVRC-IP', { has_lift: true, locks: 0, identifier_types: ['card'] }),
  model('ip_camera', 'Axis', { locks: 1, identifier_types: ['license_plate'] }),
  model('barrier', 'generic relay', { locks: 1, identifier_types: ['license_plate'] }),
]

/** What a camera saw, drawn: it loads without a request. */
export const seen = (at: number) => {
  const hue = (at * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="hsl(${hue} 20% 72%)"/><rect x="200" y="20" width="70" height="160" fill="hsl(${hue} 25% 40%)"/><circle cx="120" cy="70" r="26" fill="hsl(25 35% 62%)"/><rect x="84" y="98" width="72" height="82" rx="22" fill="hsl(${(hue + 180) % 360} 30% 38%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const people = ['Anna Petrova', 'Ivan Sidorov', 'Grace Kim', 'Samuel Okafor', 'Priya Nair'].map(
  (name, at) => ({ id: at + 1, name }),
)

const CODES = [
  ['access', 'access_granted_by_valid_identifier'],
  ['access', 'access_granted_by_valid_face_identifier'],
  ['access', 'access_denied_by_unknown_card'],
  ['access', 'access_granted_by_valid_identifier'],
  ['access', 'lock_was_opened_by_exit_btn'],
  ['emergency', 'door_was_not_closed_too_long'],
  ['access', 'access_denied_by_not_valid_identifier'],
  ['access', 'access_granted_by_remote_server_api_call'],
  ['info', 'outgoing_call_missed'],
  ['access', 'access_granted_by_valid_identifier'],
] as const

export const event = (id: number, at: number, minutes: number) => {
  const [category, code] = CODES[at % CODES.length]!
  const door = devices[at % 4]!
  const isPerson = code.includes('valid_identifier') || code.includes('face')
  const user = isPerson ? people[at % people.length]! : null
  const hasNumber = isPerson || code.includes('card')
  return {
    id,
    category,
    code,
    device: { id: door.id, name: door.name },
    domain: door.domain,
    device_event_id: id,
    identifier_type: hasNumber ? (code.includes('face') ? 'face_id' : 'card') : null,
    identifier_number: hasNumber ? String(13_961_168 + at * 37).padStart(10, '0') : null,
    identifier: user && { id: 40 + at, name: `Card of ${user.name}` },
    user,
    lock_number: category === 'access' ? (at % 2) + 1 : null,
    is_revoked: code === 'access_denied_by_not_valid_identifier',
    created_at: ago(minutes),
    received_at: ago(minutes),
    image_url: /granted|denied|not_closed|call/.test(code) && at % 7 !== 3 ? seen(at) : null,
  }
}

export const events = Array.from({ length: 24 }, (_, at) => event(900 - at, at, at * 4 + 1))

const STATUSES = ['started', 'waiting', 'error', 'completed', 'queued', 'stopped', 'completed']
const KINDS = ['identifiers_save', 'schedules_save', 'identifiers_save', 'sip_settings', 'address']

export const tasks = Array.from({ length: 14 }, (_, at) => {
  const status = STATUSES[at % STATUSES.length]!
  const door = devices[at % 5]!
  return {
    id: 300 - at,
    device: { id: door.id, name: door.name },
    kind: KINDS[at % KINDS.length]!,
    status,
    items_count: at % 5 > 2 ? 0 : 12 + at * 9,
    attempts: status === 'error' ? 5 : 1,
    error: status === 'error' ? 'number_of_identifiers_exceeded' : null,
    version: 41 + at,
    created_at: ago(at * 11 + 2),
    updated_at: ago(at * 11 + 1),
    started_at: status === 'queued' ? null : ago(at * 11 + 1),
    finished_at: status === 'completed' || status === 'error' ? ago(at * 11) : null,
    next_attempt_at: status === 'waiting' ? ago(-3) : null,
  }
})

const GUARD = { id: 5, name: 'Viktor Alexandrovich Konstantinopolsky' }

const alarm = (
  id: number,
  state: string,
  severity: string,
  code: string,
  door: number,
  minutes: number,
) => ({
  id,
  state,
  severity,
  code,
  device: { id: devices[door]!.id, name: devices[door]!.name },
  domain: devices[door]!.domain,
  lock_number: severity === 'high' ? null : 1,
  count: severity === 'low' ? 1 : 7,
  first_at: ago(minutes + 4),
  last_at: ago(minutes),
  created_at: ago(minutes + 4),
  cleared_at: state === 'enabled' ? null : ago(minutes - 1),
  taken_by_user: id % 2 === 0 ? GUARD : null,
  taken_at: id % 2 === 0 ? ago(minutes - 1) : null,
  processed_by_user: state === 'processed' ? GUARD : null,
  processed_at: state === 'processed' ? ago(minutes - 3) : null,
  comment: state === 'processed' ? 'A delivery held the door open; it was closed again.' : null,
  location_latitude: null,
  location_longitude: null,
  image_url: door < 2 ? seen(door + 3) : null,
  escalates_at: id % 2 === 1 && state === 'enabled' ? ago(-2) : null,
})

/** The most severe first, as the server gives them. */
export const alarms = [
  alarm(901, 'enabled', 'high', 'tamper_event', 0, 2),
  alarm(902, 'enabled', 'medium', 'lock_is_opened_too_long', 1, 12),
  alarm(903, 'disabled', 'low', 'door_was_not_closed_too_long', 2, 75),
  alarm(904, 'processed', 'low', 'door_was_not_closed_too_long', 3, 300),
]

export const alarmLogs = [
  { id: 1, change: 'enabled', device_at: ago(6), created_at: ago(6) },
  {
    id: 2,
    change: 'escalated',
    created_at: ago(5),
    step: 1,
    by: 'mail',
    recipients: [GUARD, { id: 6, name: 'Grace Kim' }],
  },
  { id: 3, change: 'taken', user: GUARD, created_at: ago(4) },
].map((line) => ({
  user: null,
  comment: null,
  device_at: null,
  step: null,
  by: null,
  recipients: [],
  ...line,
}))

export const syncErrors = [
  ['identifier', 'Card of Samuel Okafor', 'number_taken_by_another_identifier'],
  ['identifier', 'Face of Grace Kim', 'face_has_not_recognized'],
  ['schedule', 'Cleaning, last Friday of the month', 'invalid_time_rules_settings'],
].map(([kind, name, error], at) => ({
  kind,
  link_id: `6f1c0a5e-0000-4000-8000-00000000000${at}`,
  entity_id: at + 1,
  name,
  error,
  created_at: ago(at * 90 + 14),
}))

const CLASSES = [
  ['revoked_identifier_used', 'stop', 'important'],
  ['device_alarm_enabled', 'alert', 'important'],
  ['identifier_used', 'key', 'normal'],
  ['announce_received', 'notification', 'normal'],
  ['sip_reboot_completed', 'phone', 'normal'],
  ['conversation_message_received', 'message', 'normal'],
] as const

export const notifications = Array.from({ length: 11 }, (_, at) => {
  const [type, icon, significance] = CLASSES[at % CLASSES.length]!
  const door = devices[at % 4]!
  return {
    id: 80 - at,
    type,
    icon,
    significance,
    color: significance === 'important' ? 'error' : 'info',
    data: {
      user: type.includes('alarm') || type.includes('sip') ? null : people[at % people.length],
      device: icon === 'notification' || icon === 'message' ? null : door,
      name: icon === 'notification' ? 'Water is off on Tuesday' : undefined,
      identifier_number: '0013961168',
      event_id: 500 + at,
    },
    created_at: ago(at * 23 + 2),
    read_at: at > 6 ? ago(at * 20) : null,
    popup_action: { code: 'goto:page', params: { page: '/access-control/events', query: {} } },
    sound: null,
  }
})
