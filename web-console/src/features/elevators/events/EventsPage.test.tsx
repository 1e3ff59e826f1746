import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import eventWords from '@/features/events/locales/en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from '../locales/en.json'
import EventsPage from './EventsPage'

const server = mockServer()

const event = {
  category: 'access',
  elevator: { id: 4, name: 'North lift' },
  device: { id: 7, name: 'Controller' },
  domain: null,
  user: null,
  panel: null,
  floors: [],
  direction: null,
  state: null,
  error: null,
  created_at: '2026-11-21T10:00:00Z',
  received_at: '2026-11-21T10:00:01Z',
}
const events = [
  {
    ...event,
    id: 3,
    code: 'lift_called',
    user: { id: 1, name: 'Anna' },
    floors: [7],
    direction: 'up',
    state: 'failed',
    error: 'no_answer',
  },
  { ...event, id: 2, code: 'floors_released', floors: [2, 5], state: 'done' },
  { ...event, id: 1, code: 'lift_call_success' },
]

/** What the log was asked for, oldest first. */
function answering() {
  const asked: string[] = []
  server.use(
    http.get(api('/events/elevators'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: events, total: 3, page: 1, size: 20 })
    }),
    http.get(api('/events/elevators/download'), ({ request }) => {
      asked.push(`download${new URL(request.url).search}`)
      return HttpResponse.text('id')
    }),
    http.get(api('/elevators'), () =>
      HttpResponse.json({ items: [event.elevator], total: 1, page: 1, size: 500 }),
    ),
  )
  return asked
}

const show = (at = '/elevators/events') =>
  renderApp(<EventsPage />, { at, words: { elevators: words, events: eventWords } })

test('each row says what happened, to whom, where to and how it ended', async () => {
  answering()
  show()
  const called = await screen.findByRole('row', { name: /Lift called from the console/ })
  for (const text of ['Failed', 'Anna', '7 ↑', 'North lift']) {
    expect(within(called).getByText(text)).toBeVisible()
  }
  const released = screen.getByRole('row', { name: /Floors released/ })
  expect(within(released).getByText('2, 5')).toBeVisible()
  expect(within(released).getByText('Done')).toBeVisible()
  expect(screen.getByRole('row', { name: /Lift called Done/ })).toBeVisible()
})

test('why a command failed is in its drawer', async () => {
  answering()
  show('/elevators/events?preview=3')
  expect(await screen.findByText('The controller did not answer in time')).toBeInTheDocument()
})

test('the file has what the log is narrowed to', async () => {
  const filters = JSON.stringify({
    match: 'match_all',
    items: [{ field: 'elevator_id', rule: 'equals', value: 4 }],
  })
  const asked = answering()
  show(`/elevators/events?filters=${encodeURIComponent(filters)}`)
  expect(await screen.findByText('Elevator equals North lift')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /Download/ }))
  await userEvent.click(await screen.findByText('Text (csv)'))
  await expect.poll(() => asked.find((each) => each.startsWith('download'))).toBeTruthy()
  const query = new URLSearchParams(asked.find((each) => each.startsWith('download'))?.slice(8))
  expect(query.get('export_format')).toBe('csv')
  expect(query.get('filters')).toBe(filters)
})
