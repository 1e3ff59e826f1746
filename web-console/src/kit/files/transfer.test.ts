import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createStore } from '@/app/store'
import { api, mockServer } from '@/testing/server'
import { formData } from './formData'
import { download, upload } from './transfer'

const server = mockServer()

const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const signedIn = () =>
  createStore({
    sessions: [{ token: 'old', refresh: 'refresh-1', project }],
    activeProjectId: 1,
    remember: false,
    isExpired: false,
  })

const isFresh = (request: Request) => request.headers.get('authorization') === 'Bearer new'
const refused = () => HttpResponse.json({ message: 'unauthenticated', code: 'x' }, { status: 401 })
const renew = () =>
  http.post(api('/refresh'), () => HttpResponse.json({ token: 'new', refresh: 'refresh-2' }))

test('a file is sent again with a fresh token when the old one is refused', async () => {
  server.use(
    renew(),
    http.post(api('/users/import'), async ({ request }) =>
      isFresh(request) ? HttpResponse.json({ rows: 2 }) : refused(),
    ),
  )
  const body = formData({ file: new File(['name'], 'users.csv') })
  expect(await upload(signedIn(), '/api/v0/users/import', body)).toEqual({ rows: 2 })
})

test('a file is fetched again with a fresh token when the old one is refused', async () => {
  server.use(
    renew(),
    http.get(api('/users/export'), ({ request }) =>
      isFresh(request)
        ? new HttpResponse('name', { headers: { 'content-disposition': 'filename=users.csv' } })
        : refused(),
    ),
  )
  const { blob, disposition } = await download(signedIn(), '/api/v0/users/export')
  expect(blob.size).toBe(4)
  expect(disposition).toBe('filename=users.csv')
})

test('what the server says against a file is told as it is of a call', async () => {
  const data = { message: 'wrong file body', code: 'wrong_file', data: null }
  server.use(http.post(api('/users/import'), () => HttpResponse.json(data, { status: 422 })))
  const sent = upload(signedIn(), '/api/v0/users/import', formData({}))
  await expect(sent).rejects.toMatchObject({ status: 422, data })
})
