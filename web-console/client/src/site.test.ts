import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOf, fieldsOf } from './failure.js'
import { exportUsers, listUsers, type User } from './operations.js'
import { rowsOf } from './list.js'
import { signIn, withToken } from './site.js'

const URL = 'https://site.test'
const server = vi.fn<(url: string, init: RequestInit) => Response>()

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
const users = (count: number, total: number) =>
  json({ items: Array.from({ length: count }, (_, id) => ({ id }) as User), total })
const tokenOf = ({ headers }: RequestInit) => new Headers(headers).get('authorization')

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => server(url, init))
})
afterEach(() => vi.unstubAllGlobals())

const session = { sessions: [{ token: 'first', refresh: 'r1', project: { id: 1 } }] }
const account = { url: URL, login: 'admin', password: 'secret' }

test('a session is renewed when its token is refused, once for calls at the same time', async () => {
  server.mockReturnValueOnce(json(session))
  const site = await signIn(account)
  server.mockImplementation((url, init) => {
    if (url.endsWith('/refresh')) return json({ token: 'second', refresh: 'r2' })
    return tokenOf(init) === 'Bearer second' ? users(0, 0) : json({ code: 'x', message: 'y' }, 401)
  })
  await Promise.all([listUsers({}, site), listUsers({}, site)])
  const renewals = server.mock.calls.filter(([url]) => url.endsWith('/refresh'))
  expect(renewals.map(([, { body }]) => body)).toEqual(['{"token":"r1"}'])
})

test('an account with a second factor and one without the project are told apart', async () => {
  server.mockReturnValueOnce(json({ sessions: [], second_factor: { token: 't' } }))
  await expect(signIn(account)).rejects.toThrow('second factor')
  server.mockReturnValueOnce(json(session))
  await expect(signIn({ ...account, project: 2 })).rejects.toThrow('no such project')
})

test('every row of a list comes, page after page', async () => {
  server.mockReturnValueOnce(users(100, 130)).mockReturnValueOnce(users(30, 130))
  let count = 0
  for await (const _ of rowsOf(listUsers, { search: 'Anna' }, withToken(URL, 'vst_1'))) count++
  expect(count).toBe(130)
  expect(server.mock.calls.map(([url]) => url)).toEqual([
    `${URL}/api/v0/users?page=1&size=100&search=Anna`,
    `${URL}/api/v0/users?page=2&size=100&search=Anna`,
  ])
  expect(tokenOf(server.mock.calls[0]?.[1] ?? {})).toBe('Bearer vst_1')
})

test('what the platform said of a failure is known, of files too', async () => {
  const said = { code: 'invalid', message: 'wrong', data: { fields: { name: 'required' } } }
  const site = withToken(URL, 'vst_1')
  server.mockImplementation(() => json(said, 422))
  const failure = await listUsers({}, site).catch((error: unknown) => error)
  expect(failureOf(failure)).toMatchObject({ status: 422, code: 'invalid', message: 'wrong' })
  expect(fieldsOf(failure)).toEqual({ name: 'required' })
  const ofFile = await exportUsers({}, site).catch((error: unknown) => error)
  expect(failureOf(ofFile)).toMatchObject({ status: 422, message: 'wrong' })
  expect(failureOf(new TypeError('no network'))).toBeUndefined()
})

test('a file is its bytes', async () => {
  server.mockReturnValueOnce(new Response(new Uint8Array([80, 75, 3, 4])))
  const file = await exportUsers({}, withToken(URL, 'vst_1'))
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([80, 75, 3, 4])
})
