import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { createStore } from '@/app/store'
import { api, mockServer } from '@/testing/server'
import { getProfile } from './profile'
import { authApi } from './auth'
import { groupsApi } from './generated/groups'
import { selectStatus, type SessionState } from './session'

const server = mockServer()

const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const signedIn: SessionState = {
  sessions: [{ token: 'old', refresh: 'refresh-1', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

const isFresh = (request: Request) => request.headers.get('authorization') === 'Bearer new'
const unauthenticated = () =>
  HttpResponse.json({ message: 'unauthenticated', code: 'not_authorized' }, { status: 401 })

/** Everything answers 401 to the old token, and the refresh counts its calls. */
function setUp(refresh: () => Response | Promise<Response>) {
  const refreshed: unknown[] = []
  server.use(
    http.get(api('/profile'), ({ request }) =>
      isFresh(request) ? HttpResponse.json({ id: 7 }) : unauthenticated(),
    ),
    http.get(api('/domains'), ({ request }) =>
      isFresh(request) ? HttpResponse.json({ items: [], total: 0 }) : unauthenticated(),
    ),
    http.post(api('/refresh'), async ({ request }) => {
      refreshed.push(await request.json())
      return refresh()
    }),
  )
  return { store: createStore(signedIn), refreshed }
}

const renew = () => HttpResponse.json({ token: 'new', refresh: 'refresh-2' })

describe('an expired access token', () => {
  test('is exchanged once for many requests, and each of them is repeated', async () => {
    const { store, refreshed } = setUp(renew)
    const [profile, groups, again] = await Promise.all([
      store.dispatch(getProfile.initiate()),
      store.dispatch(groupsApi.endpoints.listGroups.initiate({})),
      store.dispatch(groupsApi.endpoints.listGroups.initiate({ page: 2 })),
    ])
    expect(profile.data).toEqual({ id: 7 })
    expect(groups.data).toEqual({ items: [], total: 0 })
    expect(again.data).toEqual({ items: [], total: 0 })
    expect(refreshed).toEqual([{ token: 'refresh-1' }])
    expect(store.getState().session.sessions[0]).toMatchObject({
      token: 'new',
      refresh: 'refresh-2',
    })
  })

  test('ends the session when the refresh token is refused as well', async () => {
    const { store } = setUp(() =>
      HttpResponse.json({ message: 'invalid token', code: 'invalid_token' }, { status: 401 }),
    )
    const profile = await store.dispatch(getProfile.initiate())
    expect(profile.isError).toBe(true)
    expect(selectStatus(store.getState())).toBe('anonymous')
    expect(store.getState().session.isExpired).toBe(true)
  })

  test('keeps the session while the server is in trouble', async () => {
    const { store } = setUp(() => HttpResponse.json({ message: 'internal error' }, { status: 503 }))
    await store.dispatch(getProfile.initiate())
    expect(selectStatus(store.getState())).toBe('active')
  })
})

test('wrong credentials are no expired token', async () => {
  const { store, refreshed } = setUp(renew)
  server.use(
    http.post(api('/login'), () =>
      HttpResponse.json(
        { message: 'invalid credentials', code: 'invalid_credentials' },
        { status: 401 },
      ),
    ),
  )
  const loginRequestInput = { login: 'a', password: 'b', remember: false }
  const answer = await store.dispatch(authApi.endpoints.login.initiate({ loginRequestInput }))
  expect(answer.error).toMatchObject({ status: 401 })
  expect(refreshed).toEqual([])
})

test('every request begins a trace of its own', async () => {
  const sent: (string | null)[] = []
  server.use(
    http.get(api('/domains'), ({ request }) => {
      sent.push(request.headers.get('traceparent'))
      return HttpResponse.json({ items: [], total: 0 })
    }),
  )
  const store = createStore(signedIn)
  await store.dispatch(groupsApi.endpoints.listGroups.initiate({ page: 1 }))
  await store.dispatch(groupsApi.endpoints.listGroups.initiate({ page: 2 }))
  expect(sent).toEqual(Array(2).fill(expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)))
  expect(new Set(sent).size).toBe(2)
})
