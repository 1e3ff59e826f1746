const MEBIBYTE = 1024 ** 2

const service = (name: string, mebibytes: number | null, waiting: number | null) => ({
  name,
  is_ready: true,
  message: '',
  version: '0.1.0' as string | null,
  database_bytes: mebibytes && mebibytes * MEBIBYTE,
  waiting_events: waiting,
  dead_events: waiting && 0,
  leader: name === 'access' ? 'site-access-5c7d9f-x2k4q' : null,
})

const services = [
  service('api-gateway', null, null),
  service('identity', 131, 0),
  service('domains', 48, 0),
  service('access', 512, 12),
  service('device-gateway', 5_530, 1_204),
  service('telephony', 96, 0),
  service('licensing', 9, 0),
  service('amenities', 9, 0),
  service('notifications', 210, 3),
]

const pod = (part: string, id: string, trouble: object = {}) => ({
  name: `site-${part}-${id}`,
  part,
  phase: 'Running',
  is_ready: true,
  restarts: 0,
  reason: null as string | null,
  started_at: '2026-07-01T06:30:00Z',
  node: 'node-2',
  ...trouble,
})

const pods = [
  pod('access', '5c7d9f-x2k4q'),
  pod('device-gateway', '7b44c8-9mzrt'),
  pod('device-gateway', '7b44c8-hq6wd'),
  pod('telephony', '66f8d5-tt8bn'),
]

const outOfMemory = { restarts: 3, reason: 'OOMKilled' }
const failing = { is_ready: false, restarts: 9, reason: 'CrashLoopBackOff', node: 'node-1' }

/** Every service ready, in pods. */
export const sound = { version: '0.1.0', services, pods: { items: pods, message: '' } }

const silent = {
  is_ready: false,
  message: 'it does not answer',
  version: null,
  database_bytes: null,
  waiting_events: null,
  dead_events: null,
}

const TROUBLES: Record<string, object> = {
  telephony: silent,
  identity: { version: '0.0.9' },
  access: { is_ready: false, message: 'the schema is at version 1012, this build needs 1013' },
  notifications: { dead_events: 7 },
}

/** In the middle of an upgrade that goes badly. */
export const damaged = {
  version: '0.1.0',
  services: services.map((each) => ({ ...each, ...TROUBLES[each.name] })),
  pods: {
    items: [
      pod('access', '5c7d9f-x2k4q', outOfMemory),
      pod('device-gateway', '7b44c8-9mzrt', { is_ready: false, phase: 'Terminating' }),
      pod('migrate', 'c0ffee-2v7kp', { is_ready: false, phase: 'Succeeded' }),
      pod('telephony', '66f8d5-tt8bn', failing),
    ],
    message: '',
  },
}

/** Where the API server of Kubernetes is silent. */
export const unknownPods = {
  ...sound,
  pods: { items: [], message: 'the API server of Kubernetes does not answer' },
}

/** What a dealer sees besides. */
export const installation = {
  files: {
    kind: 'folder',
    folders: [
      { name: 'backups', files: 12, bytes: 640 * MEBIBYTE },
      { name: 'event-images', files: 18_204, bytes: 2_900 * MEBIBYTE },
      { name: 'sounds', files: 3, bytes: 4 * MEBIBYTE },
    ],
    is_complete: true,
    disk_bytes: 100 * 1024 * MEBIBYTE,
    free_disk_bytes: 7 * 1024 * MEBIBYTE,
    message: '',
  },
  certificates: [
    {
      use: 'mqtt',
      name: 'mqtt.site.example:8883',
      expires_at: null,
      message: 'it does not answer',
    },
    {
      use: 'public_address',
      name: 'site.example:443',
      expires_at: '2026-07-10T12:00:00Z',
      message: '',
    },
    { use: 'rabbitmq', name: 'rabbitmq:5671', expires_at: '2036-01-01T00:00:00Z', message: '' },
  ],
}

const letter = (id: number, topic: string) => ({
  id: `0199d2f0-0000-7000-8000-00000000000${id}`,
  topic,
  project_id: id < 3 ? 1 : 2,
  died_at: '2026-07-01T06:30:00Z',
  bytes: 180 + id,
})

export const deadLetters = {
  items: [
    letter(1, 'device.event.arrived'),
    letter(2, 'identity.user.changed'),
    letter(3, 'domains.group.changed'),
  ],
  total: 7,
}
