import type { Page } from '@playwright/test'

const ENTITIES = ['domains', 'roles', 'users', 'devices', 'access-rules']
const backup = (id: number, name: string, over: object = {}) => ({
  id,
  name,
  status: 'ready',
  origin: 'made',
  entities: ENTITIES.map((entity) => ({ name: entity, count: id, view: 'all' })),
  size: 20_480,
  created_at: '2026-11-24T09:00:00.000Z',
  expires_at: '2027-02-22T09:00:00.000Z',
  created_by_user: { id: 1, name: 'Anna' },
  read_seconds: 2,
  is_complete: true,
  message: null,
  is_own: true,
  apply: null,
  done: 0,
  total: 0,
  dropped: [],
  ...over,
})
const refusal = { entity: 'roles', name: 'Concierge', message: 'action prohibited' }
const applied = {
  status: 'failed',
  mode: 'merge',
  started_at: '2026-11-24T09:05:00.000Z',
  ended_at: null,
  by_user: null,
  done: 4,
  total: 5,
  refusals: [refusal],
  refusals_count: 1,
  undo_backup_id: 5,
  message: null,
}
export const LIST = [
  backup(9, 'Before summer', { status: 'making', done: 3, total: 10 }),
  backup(8, 'House 2', { origin: 'file', is_own: false, apply: applied }),
  backup(7, 'November'),
]
const item = {
  entity: 'users',
  action: 'change',
  id: 2,
  name: 'Boris',
  fields: [{ name: 'email', before: '"b@x.nl"', after: '"boris@x.nl"' }],
  message: null,
  secrets: [],
  kept: [],
}
export const PLAN = {
  plan_hash: 'abc',
  mode: 'merge',
  counts: [{ entity: 'users', create: 1, change: 1, delete: 0, same: 12, conflict: 0, kept: 2 }],
  items: [
    item,
    { ...item, action: 'create', id: null, name: 'Vera', fields: [], secrets: ['password'] },
  ],
  items_count: 2,
  truncated: false,
  doors: { devices: 2, users: 1, rules: 1 },
}

export const MANAGED = {
  project: false,
  group_ids: [2],
  applied_at: '2026-11-24T08:00:00.000Z',
  applied_by_user: { id: 1, name: 'Anna' },
}
const byHand = (action: string, name: string, fields: object[] = []) => ({
  ...item,
  action,
  name,
  id: action === 'create' ? null : 3,
  fields,
})
export const DRIFT = {
  managed: MANAGED,
  plan: {
    ...PLAN,
    doors: null,
    counts: [{ entity: 'users', create: 1, change: 1, delete: 1, same: 0, conflict: 0, kept: 0 }],
    items: [
      byHand('change', 'Flat 101', [{ name: 'description', before: '"by hand"', after: 'null' }]),
      byHand('create', 'Flat 102'),
      byHand('delete', 'Guest of 103'),
    ],
    items_count: 3,
  },
}

/** Answers the list of backups, and what a file manages. */
export async function answerBackups(page: Page): Promise<void> {
  await page.route(/v0\/backups(\?|$)/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { items: LIST, total: 3, page: 1, size: 20, entities: ENTITIES } })
      : route.fallback(),
  )
  await page.route(/v0\/site\/managed$/, (route) => route.fulfill({ json: MANAGED }))
  await page.route(/v0\/site\/drift$/, (route) => route.fulfill({ json: DRIFT }))
}
