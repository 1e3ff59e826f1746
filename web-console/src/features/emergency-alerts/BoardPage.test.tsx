import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { SessionState } from '@/api/session'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import type { AlertRun } from './api'
import BoardPage from './BoardPage'
import words from './locales/en.json'

const server = mockServer()
const project = { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false }
const session: SessionState = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const counts = {
  players: 2,
  playing: 1,
  done: 0,
  failed: 1,
  offline: 0,
  stopped: 0,
  locks: 0,
  open_locks: 0,
  failed_locks: 0,
  doors: 40,
  shut_doors: 37,
  restored_doors: 0,
}
const device = { domain: { id: 1, name: 'House' }, at: null, locks: [], is_online: true }
const run: AlertRun = {
  id: 9,
  alert: { id: 7, name: 'Intruder' },
  status: 'running',
  is_drill: false,
  open_locks: false,
  door_mode: 'lockdown',
  started_at: '2026-11-23T09:00:00Z',
  started_by_user: { id: 11, name: 'Anna' },
  sound_ends_at: '2999-01-01T00:00:00Z',
  ends_at: '2999-01-01T00:00:00Z',
  stopped_at: null,
  stopped_by_user: null,
  message: 'Stay where you are',
  counts,
  devices: [
    {
      ...device,
      device: { id: 3, name: 'Lobby' },
      state: 'playing',
      error: '',
      door_state: 'none',
    },
    {
      ...device,
      device: { id: 4, name: 'Gate' },
      state: 'failed',
      error: 'no_answer',
      door_state: 'waiting',
    },
  ],
}

function board(permissions: string[], shown: AlertRun = run) {
  const stopped: unknown[] = []
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 11, role: { id: 1, name: 'Guard', permissions } }),
    ),
    http.get(api('/emergency-alerts/7/runs/9'), () => HttpResponse.json(shown)),
    http.post(api('/emergency-alerts/7/stop'), async ({ request }) => {
      stopped.push(await request.json())
      return HttpResponse.json({ run: { ...run, status: 'stopping' } })
    }),
  )
  renderApp(<BoardPage />, {
    at: '/emergency-alerts/board?alert=7&run=9',
    session,
    words: { 'emergency-alerts': words },
  })
  return stopped
}

test('the board says what did not obey, how many doors are shut, and that exits are not touched', async () => {
  board(['can_view_emergency_alerts', 'can_playback_emergency_alert'])
  expect(await screen.findByRole('heading', { name: 'Intruder' })).toBeVisible()
  expect(screen.getByText('37 of 40')).toBeVisible()
  expect(screen.getByText(words.does.exits)).toBeVisible()
  const rows = within(screen.getByRole('list', { name: words.fields.devices })).getAllByRole(
    'listitem',
  )
  expect(rows[0]).toHaveTextContent('Gate')
  expect(rows[0]).toHaveTextContent(words.noAnswer)
})

test('one press stops at once, without a question', async () => {
  const stopped = board(['can_view_emergency_alerts', 'can_playback_emergency_alert'])
  await userEvent.click(await screen.findByRole('button', { name: words.release }))
  await vi.waitFor(() => expect(stopped).toEqual([{}]))
})

test('who may only look is told why they cannot stop', async () => {
  board(['can_view_emergency_alerts'])
  expect(await screen.findByRole('button', { name: words.release })).toBeDisabled()
})

test('a board of what is over says who released it, and when', async () => {
  board(['can_view_emergency_alerts'], {
    ...run,
    status: 'stopped',
    stopped_at: '2026-11-23T09:04:00Z',
    stopped_by_user: { id: 12, name: 'Bob' },
  })
  expect(await screen.findByText(/^Released by Bob, .*23/)).toBeVisible()
  expect(screen.queryByRole('button', { name: words.release })).not.toBeInTheDocument()
})
