import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { UNDO_TIME } from '@/kit/pendingStops'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import KeyPage from './KeyPage'
import words from './locales/en.json'

const server = mockServer()
const session = {
  sessions: [
    {
      token: 'a',
      refresh: 'b',
      project: { id: 1, uid: 'p', name: 'P', description: '', is_support: false },
    },
  ],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const ukey = {
  id: 12,
  name: 'ios iPhone 15',
  user: { id: 2, name: 'Anna' },
  client: { id: 3, platform: 'ios', info: 'iPhone 15' },
  domain: null,
  is_active: true,
  issued_at: '2026-11-01T09:00:00Z',
  issued_by: null,
  revoked_at: null,
  last_used_at: null,
}
let revoked: string[] = []

beforeEach(() => {
  revoked = []
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({
        id: 1,
        role: { permissions: ['can_view_ukey2', 'can_revoke_ukey2'] },
        license_info: { features: ['ukey2'] },
      }),
    ),
    http.get(api('/ukey2/12'), () => HttpResponse.json(ukey)),
    http.post(api('/ukey2/13/revoke'), () => {
      revoked.push('the next call')
      return HttpResponse.json({})
    }),
    http.post(api('/ukey2/12/revoke'), ({ request }) => {
      revoked.push(new URL(request.url).pathname)
      return HttpResponse.json({ ...ukey, revoked_at: '2026-11-23T09:00:00Z' })
    }),
  )
})

async function revoke() {
  renderApp(<KeyPage />, {
    at: '/ukey2/12/edit',
    route: '/ukey2/:id/edit',
    session,
    words: { ukey2: words },
  })
  await userEvent.click(await screen.findByRole('button', { name: /Revoke/ }))
  expect(await screen.findByText('Will be revoked in 5 s: ios iPhone 15 of Anna')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull()
}

test('a_revocation_is_taken_back_within_the_time_for_it', async () => {
  await revoke()
  await userEvent.click(screen.getByRole('button', { name: /Undo/ }))
  expect(await screen.findByRole('button', { name: /Revoke/ })).toBeVisible()
  expect(screen.getByText(words.states.active)).toBeVisible()
  window.dispatchEvent(new Event('pagehide'))
  // What the page would have sent is there before this is.
  await fetch(api('/ukey2/13/revoke'), { method: 'POST' })
  expect(revoked).toEqual(['the next call'])
})

test('a_revocation_is_sent_at_once_when_the_page_is_left', async () => {
  await revoke()
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(revoked).toHaveLength(1))
})

test(
  'a_revocation_is_sent_when_the_time_to_take_it_back_is_over',
  async () => {
    await revoke()
    expect(revoked).toEqual([])
    await waitFor(() => expect(revoked).toHaveLength(1), { timeout: 2 * UNDO_TIME })
  },
  3 * UNDO_TIME,
)
