const quota = (kind: string, maximum: number | null, used: number, reserved: number) => ({
  kind,
  maximum,
  used,
  reserved,
  free: maximum === null ? null : Math.max(0, maximum - used - reserved),
  is_over_limit: maximum !== null && used + reserved > maximum,
})

const features = [
  'elevator',
  'mobile_app',
  'mobile_app.remote_open',
  'sip',
  'sip.web_dialer',
  'ukey2',
]

const group = (id: number, name: string, parent: object | null, numbers: number[], more = {}) => ({
  domain: { id, name },
  is_active: true,
  features: ['sip', 'mobile_app'],
  counts: { sip: numbers[0], mobile_app: 40, ukey2: 20 },
  restrict_period: { is_active: false, from: null, to: null },
  notifications: { is_enabled: true, mode: 'everyday', notify_before: 14 },
  quotas: [
    quota('sip', numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0),
    quota('mobile_app', 40, 12, 0),
    quota('ukey2', 20, 3, 0),
  ],
  available_features: features,
  status: 'active',
  parent,
  per_user: { sip: 2, mobile_app: 2, ukey2: 2 },
  ...more,
})

/** Outside of its period: what it was given stays, and nothing is free. */
export const closed = group(13, 'House 3', { id: 10, name: 'Riverside Park' }, [10, 8, 0], {
  status: 'disabled',
  restrict_period: { is_active: true, from: '2026-01-01T00:00:00Z', to: '2026-06-30T00:00:00Z' },
  quotas: [
    { ...quota('sip', 10, 8, 0), free: 0 },
    { ...quota('mobile_app', 40, 12, 0), free: 0 },
    { ...quota('ukey2', 20, 3, 0), free: 0 },
  ],
})

export const residence = group(10, 'Riverside Park', null, [120, 64, 30])
export const groups = {
  items: [
    { ...group(0, '', null, [200, 90, 56]), domain: null, features },
    residence,
    group(11, 'House 1', { id: 10, name: 'Riverside Park' }, [50, 41, 0], {
      status: 'ending',
      restrict_period: {
        is_active: true,
        from: '2026-01-01T00:00:00Z',
        to: '2026-07-20T00:00:00Z',
      },
    }),
    group(12, 'House 2', { id: 10, name: 'Riverside Park' }, [20, 23, 0]),
    closed,
  ],
  total: 5,
}

const license = (id: number, name: string, more: object) => ({
  id,
  name,
  plan: 'plus',
  features,
  valid_from: '2026-01-01T00:00:00Z',
  valid_to: '2027-01-01T00:00:00Z',
  state: 'active',
  source: 'file',
  uid: '018f3c1e-7f0a-7c11-9f0e-6a2d9a1b2c3d',
  customer: 'Riverside',
  counts: { sip: 200, mobile_app: 100, ukey2: 50 },
  per_user: { sip: 2, mobile_app: 2, ukey2: 2 },
  days: 170,
  issued_at: '2025-12-20T10:00:00Z',
  refreshed_at: null,
  refresh_error: '',
  revoked_at: null,
  ...more,
})

export const licenses = {
  items: [
    license(1, 'Plus, Riverside', {}),
    license(2, 'Trial, Riverside', {
      plan: 'trial',
      state: 'ending',
      source: 'cloud',
      days: 5,
      refreshed_at: '2026-07-01T06:30:00Z',
      refresh_error: 'licence server not responding',
    }),
  ],
  total: 2,
  project_uid: '7d7b1b1c-6c0e-4f0a-b0a3-3f0c5a8d9e10',
  instance_id: '2f6b8a54-1e2d-8c3b-9a4f-0d1e2c3b4a59',
}

export const preview = {
  ends_at: '2027-01-01T00:00:00Z',
  features: ['elevator', 'sip.trunks', 'ukey2'],
  grace_features: ['elevator', 'ukey2'],
  grace_days: 14,
  counts: [
    { kind: 'sip', used: 90, maximum: 24, suspended: 66 },
    { kind: 'mobile_app', used: 12, maximum: 24, suspended: 0 },
  ],
}

export const featureList = {
  items: [
    ...features.map((name) => ({
      name,
      is_enabled: true,
      maximum: null,
      used: null,
      grace_until: null,
    })),
    {
      name: 'face_id',
      is_enabled: false,
      maximum: null,
      used: null,
      grace_until: '2026-07-20T00:00:00Z',
    },
    { name: 'amenity', is_enabled: false, maximum: null, used: null, grace_until: null },
  ],
}

export const used = {
  items: groups.items.slice(1).map(({ domain, parent, is_active, quotas, restrict_period }) => ({
    domain,
    parent_id: (parent as { id: number } | null)?.id ?? null,
    is_active,
    quotas,
    period: restrict_period,
  })),
  total: 4,
  page: 1,
  size: 20,
}

export const period = {
  days: Array.from({ length: 30 }, (_, at) => ({
    date: `2026-06-${String(at + 1).padStart(2, '0')}`,
    counts: [{ kind: 'sip', peak: 60 + at, mean: 55 + at * 0.9, maximum: 200 }],
  })),
}

export const refusal = {
  message: 'sum of child groups is above the parent',
  code: 'license_inconsistent',
  data: {
    items: [
      {
        code: 'quantity_exceeded',
        group: { id: 10, name: 'Riverside Park' },
        parent: null,
        kind: 'sip',
        quantity: 260,
        limit: 200,
        period: null,
      },
    ],
  },
}
