import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import {
  SECRET,
  webhookDeliveries,
  webhookEvents,
  webhooks,
} from '../../../e2e/mocked/webhooksData'
import WebhookFormPage from './FormPage'
import words from './locales/en.json'

const server = mockServer()

let replayed: unknown[]
let permissions: string[]

beforeEach(() => {
  replayed = []
  permissions = ['can_view_project_settings', 'can_change_project_settings']
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 1, role: { permissions }, license_info: { features: [] } }),
    ),
    http.get(api('/webhook-events'), () => HttpResponse.json({ items: webhookEvents })),
    http.get(api('/webhooks/1'), () => HttpResponse.json(webhooks[0])),
    http.get(api('/webhooks/1/deliveries'), ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const items = webhookDeliveries.filter((each) => !state || each.state === state)
      return HttpResponse.json({ items, has_more: false })
    }),
    http.post(api('/webhooks/1/deliveries/replay'), async ({ request }) => {
      replayed.push(await request.json())
      return HttpResponse.json({ replayed: 1 })
    }),
    http.post(api('/webhooks/1/test'), () =>
      HttpResponse.json({ status: 503, error: '', duration: 41, answer: 'Busy' }),
    ),
    http.post(api('/webhooks/1/secret'), () =>
      HttpResponse.json({ secret: SECRET, previous_secret_until: '2036-04-03T10:00:00Z' }),
    ),
  )
})

const show = (tab: string) =>
  renderApp(<WebhookFormPage />, {
    at: `/webhooks/1/edit?tab=${tab}`,
    route: '/webhooks/:id/edit',
    session,
    words: { webhooks: words },
  })
const button = (name: RegExp) => screen.findByRole('button', { name })

test('a webhook says that it fails, what is withheld and what was not stored', async () => {
  show('general')
  expect(await screen.findByText(/No message was accepted since/)).toBeVisible()
  expect(screen.getByText(/Anna Petrova may not view some of the events/)).toBeVisible()
  expect(screen.getByText(/3 events were not stored/)).toBeVisible()
})

test('dead letters are shown first, with why they failed, and one of them is sent again', async () => {
  show('deliveries')
  const list = await screen.findByRole('list', { name: 'Deliveries' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toHaveTextContent('No answer in time')
  expect(rows[1]).toHaveTextContent('may not view the event any more')
  await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Send again' }))
  await expect.poll(() => replayed).toEqual([{ deliveries: [903] }])
})

test('the answer of the server to a test is shown', async () => {
  show('server')
  await userEvent.click(await button(/Send a test/))
  expect(await screen.findByText('The server answered 503')).toBeVisible()
  expect(screen.getByText('Busy')).toBeVisible()
})

test('a new secret is shown once, after a question', async () => {
  show('server')
  await userEvent.click(await button(/New secret/))
  await screen.findAllByText('Make a new secret?')
  await userEvent.click(screen.getAllByRole('button', { name: /New secret/ }).at(-1)!)
  expect(await screen.findByText(SECRET)).toBeInTheDocument()
  await userEvent.click(await button(/I have kept it/))
  await expect.poll(() => screen.queryByText(SECRET)).toBeNull()
})

test('whoever only sees the settings sends nothing again', async () => {
  permissions = ['can_view_project_settings']
  show('deliveries')
  for (const again of await screen.findAllByRole('button', { name: /again/ }))
    expect(again).toBeDisabled()
})
