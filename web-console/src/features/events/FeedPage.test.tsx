import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { FeedPage } from './FeedPage'
import words from './locales/en.json'

const server = mockServer()

test('a search that is cleared elsewhere is gone from its box, and is not searched again', async () => {
  server.use(
    http.get(api('/events/access-control'), () =>
      HttpResponse.json({ items: [], total: 0, page: 1, size: 50 }),
    ),
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
  )
  const { router } = renderApp(<FeedPage source="access" />, {
    at: '/events?search=gate',
    words: { events: words },
  })
  await userEvent.click(await screen.findByRole('button', { name: words.noMatch.clear }))
  await vi.waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.getByRole('searchbox')).toHaveValue('')
})
