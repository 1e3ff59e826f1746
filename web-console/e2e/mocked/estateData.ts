import { HOUR, queue } from './telephonyData'

/** What the tests of groups and settings are answered: one estate with everything set. */

const at = { created_at: '2026-01-12T09:30:00.000Z', updated_at: '2026-02-02T14:00:00.000Z' }
const anna = { id: 1, name: 'Anna Petrova' }

export const types = [
  { id: 1, type: 'common', name: 'Site', domains_count: 1 },
  { id: 2, type: 'building', name: 'Building', domains_count: 5 },
  { id: 3, type: 'unit', name: 'Entrance', domains_count: 0 },
  { id: 4, type: 'floor', name: 'Floor', domains_count: 0 },
  { id: 5, type: 'apartment', name: 'Apartment', domains_count: 1001 },
]

export const groupSettings = {
  whitelabel_settings: {
    is_enabled: true,
    logo: null,
    name: 'Riverside Residence',
    address: 'Amstelkade 12, Amsterdam',
    email: 'hello@riverside.test',
    phone: '+31201234567',
  },
  apple_wallet_settings: {
    is_enabled: true,
    backfields: [{ label: 'Concierge', value: 'Every day from 8 to 20, +31 20 123 45 67' }],
    background_color: '#0D6557',
    barcode_alt_text: 'North tower',
    developer_name: 'Riverside Residence',
    developer_name_color: '#FFFFFF',
    font_color: '#FFFFFF',
  },
  guest_identifier_limits: { max_passes_count: 10, max_period_days: null },
  device_status_notify: {
    user: anna,
    notify_about_offline_device: true,
    notify_about_device_task_failed: false,
    alarm_escalation: [
      { after_seconds: 120, by: 'notification', recipients: [anna] },
      { after_seconds: 600, by: 'mail', recipients: [anna, { id: 6, name: 'Grace Kim' }] },
    ],
  },
  sip_number: {
    is_active: true,
    forward_rules: [
      queue(['101', '102'], { rings: 30, after: 15, onError: 0 }),
      queue(['110', '111'], { rings: 45, after: 0, period: { from: 22 * HOUR, to: 6 * HOUR } }),
      queue([], { rings: 40, outside: ['+31201234567'] }),
    ],
  },
  sip_trunk: { is_enabled: true, outgoing_number: '+31201234567' },
}

export const movePreview = {
  domains: 7,
  users: 12,
  devices: 3,
  old_path: [{ id: 1, name: 'Riverside' }],
  new_path: [
    { id: 1, name: 'Riverside' },
    { id: 3, name: 'South tower' },
  ],
  losing: [],
  gaining: [{ id: 3, name: 'South tower' }],
  obstacle: null as string | null,
}

export const dependents = {
  items: [
    { resource: 'domains', count: 6, items: [{ id: 10, name: 'Flat 1' }], goes_along: false },
    {
      resource: 'users',
      count: 2,
      items: [anna, { id: 5, name: 'Ivan Sidorov' }],
      goes_along: false,
    },
    { resource: 'integrations', count: 1, items: [{ id: 3, name: 'Gate' }], goes_along: true },
  ],
}

export const completely = {
  users: [anna],
  devices: [{ id: 2, name: 'Main entrance' }],
  access_rules: [{ id: 4, name: 'Residents' }],
  identifiers: [],
  integrations: [],
  sip_numbers: [{ id: 6, name: '1001' }],
  counts: {
    domains: 6,
    users: 12,
    devices: 3,
    access_rules: 4,
    identifiers: null,
    sip_numbers: 8,
    ukey2_keys: null,
    mobile_apps: 7,
  },
}

/** 25 floors of 20 apartments: 500, and one that is there already. */
export function plan(isBlocked: boolean) {
  const items = Array.from({ length: 25 }, (_, floor) => {
    const key = floor * 21 + 1
    return [
      planned(key, 0, `Floor ${floor + 1}`, 4, String(floor + 1).padStart(2, '0')),
      ...Array.from({ length: 20 }, (__, flat) =>
        planned(
          key + flat + 1,
          key,
          `Apartment ${floor + 1}${String(flat + 1).padStart(2, '0')}`,
          5,
          String(flat + 1).padStart(2, '0'),
          isBlocked && floor === 2 && flat === 4
            ? 'domain with same type and logical address exists'
            : null,
        ),
      ),
    ]
  }).flat()
  return {
    items,
    counts: { buildings: 0, units: 0, floors: 25, apartments: 500, obstacles: isBlocked ? 1 : 0 },
  }
}

const planned = (
  key: number,
  parent_key: number,
  name: string,
  domain_type_id: number,
  logic_address: string,
  obstacle: string | null = null,
) => ({ key, parent_key, name, domain_type_id, logic_address, obstacle })

export const rowErrors = [
  { index: 3, field: 'e-mail', message: 'must be e-mail' },
  { index: 7, field: 'logical address', message: 'out of range' },
  { index: 12, field: '', message: 'too many or too long' },
]

const role = { id: 2, name: 'Resident' }
const site = { id: 1, name: 'Riverside' }

export const settings: Record<string, object> = {
  general: {
    time_zone: 'Europe/Amsterdam',
    time_format: 'DD-MM-YYYY',
    locale: 'en',
    locales: ['en', 'ru'],
    identifier_format: 'hex',
    event_image_days: 30,
    event_days: 365,
    registration: { is_enabled: true, role, domain: site },
    self_registration: {
      is_enabled: true,
      invitation_code: 'riverside-2026',
      user_types: [{ name: 'Owner', role }],
      object_names: ['House', 'Office'],
    },
  },
  mail: {
    is_enabled: true,
    host: 'smtp.riverside.test',
    port: 587,
    encryption: 'starttls',
    user_name: 'console',
    password: '********',
    from_email: 'doors@riverside.test',
    from_name: 'Riverside',
  },
  sip: {
    is_enabled: true,
    proxy_address: 'sip.riverside.test',
    realm_address: null,
    proxy_port: 5060,
    transport: 'tls',
    stun_address: null,
    stun_port: 3478,
    turn_address: null,
    turn_port: 3478,
    turn_user_name: null,
    turn_password: null,
    talk_timeout: 120,
    first_number: '1000',
    last_number: '4999',
  },
  'push-server': {
    is_enabled: true,
    server_url: 'https://push.riverside.test',
    server_port: 443,
    user_name: 'console',
    user_pass: '********',
    cert_file: '********',
    cert_file_name: 'push.pem',
  },
  whitelabel: groupSettings.whitelabel_settings,
  'apple-wallet': groupSettings.apple_wallet_settings,
  'identity-provider': {
    is_enabled: true,
    is_listed: true,
    name: 'Riverside',
    issuer_url: 'https://login.riverside.test',
    client_id: 'vestibule',
    client_secret: '********',
    scopes: ['email', 'profile'],
    role,
    domain: site,
    redirect_url: 'https://console.riverside.test/login/provider',
  },
}

export const integrations = [
  {
    id: 1,
    type: 'axxon_one',
    name: 'Video of the site',
    domain_id: null,
    domain: null,
    domains: [],
    axxon_one_settings: {
      server_url: 'https://video.riverside.test:8000',
      user_name: 'root',
      password: '********',
    },
    barrier_settings: null,
    is_active: true,
    created_by_user: anna,
    ...at,
  },
  {
    id: 2,
    type: 'barrier',
    name: 'Gate of the car park',
    domain_id: 5,
    domain: { id: 5, name: 'Car park' },
    domains: [{ id: 2, name: 'North tower' }],
    axxon_one_settings: null,
    barrier_settings: { server_url: 'https://gate.riverside.test', token: '********' },
    is_active: false,
    created_by_user: anna,
    ...at,
  },
]

export const available = [
  { type: 'axxon_one', places: ['project', 'domain', 'device'], device_types: ['ip_camera'] },
  { type: 'barrier', places: ['project', 'domain'], device_types: ['barrier'] },
]

const macros = [
  { name: 'name', sample: 'Anna' },
  { name: 'project', sample: 'Riverside' },
  { name: 'code', sample: '482 913' },
  { name: 'minutes', sample: '30' },
]

export const mailTypes = [
  {
    id: 'registration_code',
    macros,
    defaults: [
      { locale: 'en', subject: 'Your code: {{code}}', body: '<p>Hello {{name}}, {{code}}</p>' },
      { locale: 'ru', subject: 'Ваш код: {{code}}', body: '<p>{{name}}, {{code}}</p>' },
    ],
  },
  { id: 'password_changed', macros: macros.slice(0, 2), defaults: [] },
]

export const templates = [
  {
    id: 1,
    subject: 'Welcome to {{project}}: {{code}}',
    body: '<h1>Hello {{name}}</h1>\n<p>Your code is <b>{{code}}</b>. It is valid for {{minutes}} minutes.</p>',
    mail_type_id: 'registration_code',
    domain: null,
    locale: 'en',
    created_by_user: anna,
    ...at,
  },
  {
    id: 2,
    subject: 'Пароль изменён',
    body: '<p>{{name}}, пароль изменён.</p>',
    mail_type_id: 'password_changed',
    domain: { id: 2, name: 'North tower' },
    locale: 'ru',
    created_by_user: anna,
    ...at,
  },
]

const filled = (text: string) =>
  macros.reduce((all, { name, sample }) => all.replaceAll(`{{${name}}}`, sample), text)

export const rendered = ({ subject, body }: { subject: string; body: string }) => ({
  subject: filled(subject),
  html: `<body style="margin:0;padding:32px;font-family:sans-serif;background:#f3f1ea;color:#1d2624"><div style="max-width:560px;margin:auto;padding:28px;background:#fff;border-radius:12px">${filled(body)}</div></body>`,
  text: filled(body),
})

export const roles = [
  { id: 1, name: 'Administrator', description: 'Everything', permissions: [], available_roles: [] },
  { id: 2, name: 'Resident', description: null, permissions: [], available_roles: [] },
]

/** The MQTT broker of a project with a few devices away. */
export const broker = {
  state: 'running',
  url: 'mqtts://mqtt.example.com:8883',
  devices: 214,
  online_devices: 209,
  is_restartable: true,
}

/** A project that moves its devices to a broker of its own. */
export const brokerSettings = {
  url: 'mqtts://mqtt.riverside.example:8883',
  login: 'platform',
  has_password: true,
  manages_users: true,
  certificate_subject: 'CN=Riverside',
  certificate_expires_at: '2028-03-01T00:00:00Z',
  has_authority: true,
  is_connected: true,
  rollout: {
    state: 'running',
    step: 'tenth',
    url: 'mqtts://mqtt.riverside.example:8883',
    devices: 214,
    sent: 22,
    moved: 19,
    failed: 0,
    error: '',
    started_at: '2026-11-23T08:58:00Z',
    ended_at: null,
    user_name: 'Alex Doe',
  },
}
