import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { AlarmLog } from './AlarmLog'
import words from './locales/en.json'

const server = mockServer()
const bob = { id: 12, name: 'Bob' }

function line(id: number, change: string, user: object | null) {
  const created_at = `2026-11-23T22:0${id}:00Z`
  return {
    id,
    change,
    user,
    comment: null,
    created_at,
    device_at: null,
    step: null,
    by: null,
    recipients: [],
  }
}

test('the log tells who let an alarm go from whoever could have it no longer', async () => {
  const items = [line(1, 'released', bob), line(2, 'released', null)]
  server.use(
    http.get(api('/device-alarms/7/logs'), () =>
      HttpResponse.json({ items, total: 2, page: 1, size: 100 }),
    ),
  )
  renderApp(<AlarmLog id={7} />, { words: { 'device-alarms': words } })
  const log = await screen.findByRole('list', { name: words.log.title })
  const [first, second] = within(log).getAllByRole('listitem')
  expect(first).toHaveTextContent('Let go by Bob')
  expect(second).toHaveTextContent(words.log.abandoned)
})
