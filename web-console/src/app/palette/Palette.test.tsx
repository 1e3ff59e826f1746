import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { Palette } from './Palette'

const server = mockServer()

const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const session = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}
const card = { id: 5, name: 'Lobby card', type: 'card', value: '0013961168' }
const anna = {
  id: 7,
  name: 'Anna Petrova',
  email: 'a@riverside.test',
  phone: '+31201234567',
  domains: [],
}
const gate = { id: 9, name: 'Gate', identifier: 'SN-99-0001' }
const page = (items: object[]) =>
  HttpResponse.json({ items, total: items.length, page: 1, size: 10 })

/** A server that finds by what its rows hold, not by their names alone; and what it was asked. */
function answering() {
  const asked: string[] = []
  const found = (row: object) =>
    vi.fn(({ request }: { request: Request }) => {
      const url = new URL(request.url)
      asked.push(`${url.pathname.split('/').at(-1)} ${url.searchParams.get('search')}`)
      return page([row])
    })
  const permissions = ['can_view_all_users', 'can_view_all_devices', 'can_view_devices']
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions }, license_info: { features: [] } }),
    ),
    http.get(api('/users'), found(anna)),
    http.get(api('/identifiers'), found(card)),
    http.get(api('/devices'), found(gate)),
    http.get(`${location.origin}/api/v0/*`, () => page([])),
  )
  return asked
}

async function search(text: string) {
  const asked = answering()
  renderApp(<Palette onClose={() => undefined} />, { session })
  await userEvent.type(await screen.findByRole('combobox'), text)
  return asked
}

test.each([
  ['an e-mail', 'a@riverside.test', /Anna Petrova/],
  ['a phone number', '+3120123', /Anna Petrova/],
  ['a card in decimal', '0013961168', /Lobby card/],
  ['a card in hex', '00-D5-07-D0', /Lobby card/],
  ['a serial number', 'SN-99-0001', /Gate/],
])('%s finds what the server found by it', async (_kind, text, name) => {
  await search(text)
  expect(await screen.findByRole('option', { name })).toBeInTheDocument()
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument()
})

test('each kind is asked once for a pause in typing, and an e-mail only of people', async () => {
  const asked = await search('a@riverside.test')
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(asked).toEqual(['users a@riverside.test'])
})

test('letters that are strewn over the name of a screen do not find it', async () => {
  await search('anna')
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(screen.queryByRole('option', { name: 'Audit' })).not.toBeInTheDocument()
})
