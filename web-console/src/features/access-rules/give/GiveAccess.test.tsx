import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import devicesWords from '@/features/devices/locales/en.json'
import scheduleWords from '@/features/time-rules/locales/en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from '../locales/en.json'
import GiveAccess from './GiveAccess'

const server = mockServer()
const anna = { id: 2, name: 'Anna' }
const lobby = { id: 7, name: 'Lobby' }
const nobody = { domains: [], users: [], identifiers: [], time_rules: [] }
const residents = {
  id: 5,
  name: 'Residents',
  prohibition: false,
  is_shareable: true,
  description: null,
  devices: [{ ...lobby, lock_number: 0 }],
  ...nobody,
}
const card = {
  id: 11,
  link_id: 'a-link',
  name: 'Anna',
  is_active: true,
  revoked_at: null,
  owner: anna,
}

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

const pageOf = (items: object[]) =>
  HttpResponse.json({ items, total: items.length, page: 1, size: 100 })

/** Rights to do all of it; what was sent is gathered. */
function answering(rules: object[]) {
  const sent: { call: string; body: unknown }[] = []
  const taking =
    (call: string, answer: object) =>
    async ({ request }: { request: Request }) => {
      sent.push({ call, body: await request.json() })
      return HttpResponse.json(answer)
    }
  const permissions = [
    'can_create_access_rule',
    'can_edit_access_rule',
    'can_create_identifier',
    'can_view_all_devices',
    'can_view_time_rules',
    'can_create_time_rule',
  ]
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions }, license_info: { features: [] } }),
    ),
    http.get(api('/devices'), () => pageOf([{ ...lobby, model: 'AA-12', domain: null }])),
    http.get(api('/time-rules'), () => pageOf([])),
    http.get(api('/access-rules'), () => pageOf(rules)),
    http.get(api('/access-rules/5'), () => HttpResponse.json(residents)),
    http.get(api('/identifiers'), () => pageOf([card])),
    http.get(api('/deliveries/a-link'), () => pageOf([])),
    http.put(api('/identifiers'), taking('card', card)),
    http.put(api('/time-rules'), taking('schedule', { id: 9, name: 'Weekdays 08:00–18:00' })),
    http.put(api('/access-rules'), taking('rule', { ...residents, id: 6, name: 'Lobby' })),
    http.patch(api('/access-rules/5'), taking('addition', residents)),
  )
  return sent
}

const open = () =>
  renderApp(<GiveAccess user={anna} onClose={() => undefined} />, {
    session,
    words: { 'access-rules': words, devices: devicesWords, 'time-rules': scheduleWords },
  })

async function choose(label: string, option: string) {
  const dialog = screen.getByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByTitle(option))
}

const give = async () => {
  const dialog = screen.getByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }))
  expect(await screen.findByText('Access is given')).toBeInTheDocument()
}

test('whoever gets access is added to the rule that says just this', async () => {
  const sent = answering([residents])
  open()
  await screen.findByRole('dialog')
  await choose('Doors', 'Lobby')
  expect(await screen.findByText(/By the rule “Residents”/)).toBeInTheDocument()
  await give()
  expect(sent).toEqual([{ call: 'addition', body: { users: [anna] } }])
})

test('a card, a schedule and a rule are made where there is none, and the doors wait', async () => {
  const sent = answering([])
  open()
  await screen.findByRole('dialog')
  await userEvent.click(await screen.findByLabelText('With a new card'))
  await userEvent.paste('0013961169')
  await choose('Doors', 'Lobby')
  await choose('When', 'Weekdays 08:00–18:00')
  await give()
  expect(sent.map(({ call }) => call)).toEqual(['card', 'schedule', 'rule'])
  expect(sent[0]?.body).toMatchObject({ type: 'card', value: '0013961169', owner: anna })
  expect(sent[1]?.body).toMatchObject({
    repeat_custom_weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  })
  expect(sent[2]?.body).toMatchObject({
    name: 'Lobby: Weekdays 08:00–18:00',
    devices: [{ id: 7, lock_number: 0 }],
    users: [anna],
    time_rules: [{ id: 9 }],
  })
  // No door has said anything yet, so the one that was granted waits.
  expect(await screen.findByText('0 of 1 door confirmed')).toBeInTheDocument()
})

test('nothing is sent while no door is chosen', async () => {
  const sent = answering([])
  open()
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give access' }))
  expect(await screen.findByText('Choose at least one')).toBeInTheDocument()
  expect(sent).toEqual([])
})
