import type { Page } from '@playwright/test'
import { answerAccess, profile, type Sent } from './access'
import type { Answers } from './api'

const RIGHTS = [
  'can_view_emergency_alerts',
  'can_create_emergency_alert',
  'can_edit_emergency_alert',
  'can_delete_emergency_alert',
  'can_playback_emergency_alert',
]

interface AlertAnswers extends Answers {
  /** Nothing has been made yet. */
  isEmpty?: boolean
}

const house = { id: 1, name: 'Riverside' }
const counts = {
  players: 5,
  playing: 2,
  done: 0,
  failed: 1,
  offline: 1,
  stopped: 0,
  locks: 4,
  open_locks: 3,
  failed_locks: 1,
  doors: 40,
  shut_doors: 37,
  restored_doors: 0,
}

const inAQuarter = new Date(Date.now() + 15 * 60_000).toISOString()

const run = {
  id: 9,
  alert: { id: 2, name: 'Intruder in the house' },
  status: 'running',
  is_drill: false,
  open_locks: false,
  door_mode: 'lockdown',
  started_at: '2026-11-23T09:00:00Z',
  started_by_user: { id: 11, name: 'Anna Schmidt' },
  sound_ends_at: inAQuarter,
  ends_at: inAQuarter,
  stopped_at: null,
  stopped_by_user: null,
  message: 'Stay in your flats and lock the doors. Wait for the police.',
  counts,
  devices: [],
}

const device = (id: number, name: string, state: string, more: Record<string, unknown> = {}) => ({
  device: { id, name },
  domain: house,
  state,
  error: '',
  at: '2026-11-23T09:00:01Z',
  locks: [],
  door_state: 'none',
  is_online: state !== 'offline',
  ...more,
})

export const boardDevices = [
  device(1, 'Monitor, flat 12', 'playing'),
  device(2, 'Monitor, flat 14', 'playing'),
  device(3, 'Monitor, flat 15', 'offline'),
  device(4, 'Monitor, lobby', 'failed', { error: 'the loudspeaker is defective (400)' }),
  device(5, 'Main gate', 'pending', {
    door_state: 'shut',
    locks: [
      { number: 1, state: 'open', error: '', at: null },
      { number: 2, state: 'failed', error: 'no_answer', at: null },
    ],
  }),
  device(6, 'Garage', 'none', { door_state: 'waiting' }),
]

const alert = {
  id: 1,
  name: 'Fire',
  device_type: 'monitor',
  filename: 'f1',
  playback_duration: 180,
  open_locks: true,
  domains: [house],
  devices: [],
  door_mode: 'none',
  door_duration: 900,
  pass_domains: [],
  start_roles: [],
  release_roles: [],
  message: 'Leave the house by the stairs.',
  file: {
    filename: 'f1',
    name: 'siren.mp3',
    duration: 8000,
    url: '/api/v0/emergency-alert-audio/f1',
  },
  run: null,
  created_by_user: { id: 11, name: 'Anna Schmidt' },
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  names_nothing: [] as string[],
}

const alerts = [
  alert,
  {
    ...alert,
    id: 2,
    name: 'Intruder in the house',
    open_locks: false,
    door_mode: 'lockdown',
    pass_domains: [{ id: 4, name: 'Guards' }],
    run,
  },
]

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 20 })

/** Answers every call about alerts; the others go to `answerAccess`. What is sent, newest last. */
export async function answerAlerts(page: Page, answers: AlertAnswers = {}): Promise<Sent[]> {
  const sent = await answerAccess(page, answers)
  await page.route('**/api/v0/**', async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname.replace('/api/v0/', '')
    const method = request.method()
    if (!path.startsWith('emergency-alert')) return route.fallback()
    if (method !== 'GET' && path !== 'emergency-alerts/file') {
      sent.push({ key: `${method} ${path}`, body: request.postDataJSON() ?? {} })
    }
    if (path === 'emergency-alerts/file') return route.fulfill({ json: alert.file })
    if (path.endsWith('/start')) return route.fulfill({ json: { ...run, id: 10 } })
    if (path.endsWith('/stop')) {
      return route.fulfill({ json: { run: { ...run, status: 'stopping' } } })
    }
    if (path.includes('/runs/')) {
      return route.fulfill({ json: { ...run, devices: boardDevices } })
    }
    if (path === 'emergency-alerts') {
      return route.fulfill({ json: pageOf(answers.isEmpty ? [] : alerts) })
    }
    return route.fulfill({ json: alerts.find(({ id }) => path.endsWith(`/${id}`)) ?? alert })
  })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({
      json: {
        ...profile,
        locale: answers.locale ?? 'en',
        role: { ...profile.role, permissions: [...profile.role.permissions, ...RIGHTS] },
      },
    }),
  )
  return sent
}
