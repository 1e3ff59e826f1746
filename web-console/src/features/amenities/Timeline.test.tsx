import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { session } from '@/testing/session'
import { Timeline } from './Timeline'
import words from './locales/en.json'

const server = mockServer()

/** The timeline of a project with so many amenities, of which the answer has one. */
function open(total: number) {
  const amenity = { id: 3, name: 'Sauna', time_slots: { duration: 3600, items: [] } }
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, role: { permissions: [] } })),
    http.get(api('/amenities'), () =>
      HttpResponse.json({ items: [amenity], total, page: 1, size: 100 }),
    ),
    http.get(api('/amenity-reservations'), () =>
      HttpResponse.json({ items: [], total: 0, page: 1, size: 500 }),
    ),
  )
  renderApp(<Timeline date="2026-06-01" onDate={() => undefined} />, {
    session,
    words: { amenities: words },
  })
}

test('a timeline that does not show everything says so', async () => {
  open(101)
  expect(await screen.findByText(/shows the first 100 amenities/)).toBeVisible()
})

test('a timeline that shows everything says nothing about its limits', async () => {
  open(1)
  expect(await screen.findByText('Sauna')).toBeVisible()
  expect(screen.queryByText(/shows the first/)).toBeNull()
})
