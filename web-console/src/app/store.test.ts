import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { getProfile } from '@/api/profile'
import { selectStatus, signedIn, signedOut, tokensRotated } from '@/api/session'
import { api, mockServer } from '@/testing/server'
import { createPageStore } from './store'

const server = mockServer()
const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const sessionOf = (name: string) => ({ token: `${name}-a1`, refresh: `${name}-r1`, project })
const signIn = (name: string, remember: boolean) =>
  signedIn({ sessions: [sessionOf(name)], remember })
const kept = (storage: Storage) => storage.getItem('session') ?? ''

/** What another tab of this browser says. */
const other = new BroadcastChannel('vestibule-session')
afterEach(() => sessionStorage.clear())

test("a session that is not remembered leaves another tab's remembered one alone", () => {
  localStorage.setItem(
    'session',
    JSON.stringify({ id: 'x', remember: true, sessions: [sessionOf('boris')], activeProjectId: 1 }),
  )
  sessionStorage.setItem(
    'session',
    JSON.stringify({ id: 'y', remember: false, sessions: [sessionOf('anna')], activeProjectId: 1 }),
  )
  const store = createPageStore()
  store.dispatch(tokensRotated({ from: 'anna-r1', tokens: { token: 'a2', refresh: 'r2' } }))
  expect(kept(sessionStorage)).toContain('r2')
  expect(kept(localStorage)).toContain('boris-r1')
  store.dispatch(signedOut())
  expect(kept(sessionStorage)).toBe('')
  expect(kept(localStorage)).toContain('boris-r1')
})

test('signing out forgets a remembered session', () => {
  const store = createPageStore()
  store.dispatch(signIn('anna', true))
  expect(kept(localStorage)).toContain('anna-r1')
  store.dispatch(signedOut())
  expect(kept(localStorage)).toBe('')
})

test('signing out in another tab ends the same sign-in here, and no other', async () => {
  const store = createPageStore()
  store.dispatch(signIn('anna', true))
  other.postMessage({ type: 'ended', id: 'of somebody else' })
  // Messages arrive in order: after this one, the first has been heard.
  other.postMessage({ type: 'rotated', from: 'anna-r1', tokens: { token: 'a2', refresh: 'r2' } })
  await vi.waitFor(() => expect(store.getState().session.sessions[0]?.refresh).toBe('r2'))
  expect(selectStatus(store.getState())).toBe('active')
  other.postMessage({ type: 'ended', id: store.getState().session.id })
  await vi.waitFor(() => expect(selectStatus(store.getState())).toBe('anonymous'))
})

test('a tab that missed an exchange takes the kept tokens, and does not use its own twice', async () => {
  const refreshed: unknown[] = []
  server.use(
    http.get(api('/profile'), ({ request }) =>
      request.headers.get('authorization') === 'Bearer a2'
        ? HttpResponse.json({ id: 7 })
        : HttpResponse.json({ message: 'unauthenticated' }, { status: 401 }),
    ),
    http.post(api('/refresh'), async ({ request }) => {
      refreshed.push(await request.json())
      return HttpResponse.json({ message: 'invalid token' }, { status: 401 })
    }),
  )
  const store = createPageStore()
  store.dispatch(signIn('anna', true))
  // Another tab kept newer tokens while this one slept through what it said.
  localStorage.setItem(
    'session',
    kept(localStorage).replace('anna-a1', 'a2').replace('anna-r1', 'r2'),
  )
  const profile = await store.dispatch(getProfile.initiate())
  expect(profile.data).toEqual({ id: 7 })
  expect(refreshed).toEqual([])
  expect(store.getState().session.sessions[0]).toMatchObject({ token: 'a2', refresh: 'r2' })
})
