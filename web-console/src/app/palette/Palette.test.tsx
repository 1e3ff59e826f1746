import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import identifiers from '@/features/identifiers/locales/en.json'
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
const anna = { kind: 'user', id: 7, name: 'Anna Petrova', detail: 'a@riverside.test' }
const card = { kind: 'identifier', id: 5, name: 'Lobby card', detail: '0013961168' }
const gate = { kind: 'device', id: 9, name: 'Gate', detail: 'SN-99-0001' }
const number = { kind: 'sip_number', id: 3, name: 'Gatehouse', detail: '1042' }

interface Answer {
  items: object[]
  missing_services?: string[]
}

/** Types into the palette; what the server was asked, a line for each call. */
async function search(text: string, { items, missing_services = [] }: Answer) {
  const asked: string[] = []
  const permissions = [
    'can_view_all_users',
    'can_view_users',
    'can_view_all_devices',
    'can_view_sip_numbers',
    'can_view_all_roles',
    'can_edit_device',
    'can_edit_identifier',
  ]
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions }, license_info: { features: ['sip'] } }),
    ),
    http.get(api('/search'), ({ request }) => {
      asked.push(`search ${new URL(request.url).searchParams.get('query')}`)
      return HttpResponse.json({
        items: items.map((item) => ({ is_exact: false, ...item })),
        missing_services,
      })
    }),
    http.get(api('/roles'), ({ request }) => {
      asked.push(`roles ${new URL(request.url).searchParams.get('search')}`)
      return HttpResponse.json({ items: [], total: 0, page: 1, size: 10 })
    }),
  )
  const { router } = renderApp(<Palette onClose={() => undefined} />, {
    session,
    words: { identifiers },
  })
  await userEvent.type(await screen.findByRole('combobox'), text)
  return { asked, router }
}

test.each([
  ['an e-mail', 'a@riverside.test', anna, /Anna Petrova/],
  ['a phone number', '+3120123', anna, /Anna Petrova/],
  ['a card in decimal', '0013961168', card, /Lobby card/],
  ['a card in hex', '00-D5-07-D0', card, /Lobby card/],
  ['a serial number', 'SN-99-0001', gate, /Gate/],
  ['a virtual number', '1042', number, /Gatehouse/],
])('%s finds what the server found by it', async (_kind, text, item, name) => {
  await search(text, { items: [item] })
  expect(await screen.findByRole('option', { name })).toBeInTheDocument()
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument()
})

test('the server is asked once for a pause in typing, and of an e-mail no list is', async () => {
  const { asked } = await search('a@riverside.test', { items: [anna] })
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(asked).toEqual(['search a@riverside.test'])
})

test('of what the search of the server does not know its list is asked, by a name', async () => {
  const { asked } = await search('conc', { items: [anna] })
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(asked.toSorted()).toEqual(['roles conc', 'search conc'])
})

test('kinds stand in the order of their best, and what is best is chosen first', async () => {
  const { router } = await search('gate', { items: [gate, number, { ...gate, id: 10 }] })
  const headings = (await screen.findAllByRole('group')).map(
    (group) => within(group).getAllByRole('option').length,
  )
  expect(headings).toEqual([2, 1])
  await expect
    .poll(() => screen.getAllByRole('option')[0]?.getAttribute('aria-selected'))
    .toBe('true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/devices/9')
})

test('a kind that the console does not know yet is left out', async () => {
  await search('anna', { items: [{ kind: 'boat', id: 1, name: 'Anna', detail: '' }, anna] })
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(screen.getAllByRole('option')).toHaveLength(1)
})

test('services that did not answer are told of', async () => {
  await search('anna', { items: [anna], missing_services: ['access'] })
  expect(await screen.findByRole('status')).toHaveTextContent('there may be more')
})

test('letters that are strewn over the name of a screen do not find it', async () => {
  await search('anna', { items: [anna] })
  await screen.findByRole('option', { name: /Anna Petrova/ })
  expect(screen.queryByRole('option', { name: 'Audit' })).not.toBeInTheDocument()
})

const model = { type: 'panel', model: 'AA-14', locks: 1 }

/** Answers what an order needs beside the search; what was sent, a line for each call. */
function answerOrders() {
  const sent: string[] = []
  server.use(
    http.get(api('/devices/9'), () =>
      HttpResponse.json({ ...model, id: 9, name: 'Gate', device_info: { status: 'online' } }),
    ),
    http.get(api('/device-models'), () => HttpResponse.json({ items: [model] })),
    http.post(api('/devices/9/open'), () => {
      sent.push('open 9')
      return HttpResponse.json({ opened: true })
    }),
    http.get(api('/identifiers/5'), () =>
      HttpResponse.json({ id: 5, name: 'Lobby card', revoked_at: null }),
    ),
    http.post(api('/identifiers/5/revoke'), () => {
      sent.push('revoke 5')
      return HttpResponse.json({ id: 5, name: 'Lobby card' })
    }),
  )
  return sent
}

test('"open" and the name of a door opens it, of which the object alone is searched', async () => {
  const sent = answerOrders()
  const { asked } = await search('open gate', { items: [gate] })
  await userEvent.click(await screen.findByRole('option', { name: /^Open Gate/ }))
  await expect.poll(() => sent).toEqual(['open 9'])
  expect(asked).toContain('search gate')
})

test('"revoke" and a number revokes the card after a question', async () => {
  const sent = answerOrders()
  await search('revoke 0013961168', { items: [card] })
  await userEvent.click(await screen.findByRole('option', { name: /^Revoke Lobby card/ }))
  const question = await screen.findByRole('dialog')
  expect(sent).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  await expect.poll(() => sent).toEqual(['revoke 5'])
})

test('what somebody may not do is not offered as an order', async () => {
  await search('call 1042', { items: [number] })
  expect(screen.queryByRole('option', { name: /^Call/ })).not.toBeInTheDocument()
})
