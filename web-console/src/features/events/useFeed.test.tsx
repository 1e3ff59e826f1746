import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { useFeed } from './useFeed'

const server = mockServer()
const PAGE = 50

function Log() {
  const [search, setSearch] = useState('first')
  const { feed, loadOlder } = useFeed('access', { search })
  return (
    <>
      <button type="button" onClick={() => void loadOlder()}>
        older
      </button>
      <button type="button" onClick={() => setSearch('second')}>
        search
      </button>
      <ul>
        {feed.shown.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  )
}

const page = (from: number) =>
  HttpResponse.json({
    items: Array.from({ length: PAGE }, (_, at) => ({ id: from - at })),
    total: 200,
    page: 1,
    size: PAGE,
  })

test('older rows of an earlier question do not come into the feed of the next', async () => {
  let answerOlder = () => {}
  server.use(
    http.get(api('/events/access-control'), async ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.get('search') === 'second') return page(9_000)
      if (query.get('page') === null) return page(1_000)
      await new Promise<void>((resolve) => {
        answerOlder = resolve
      })
      return page(950)
    }),
  )
  renderApp(<Log />)
  await screen.findByText('1000')
  await userEvent.click(screen.getByRole('button', { name: 'older' }))
  const older = answerOlder
  await userEvent.click(screen.getByRole('button', { name: 'search' }))
  await screen.findByText('9000')
  older()
  // The answer is there once a later question has been answered as well.
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(PAGE))
  await new Promise((resolve) => setTimeout(resolve))
  await fetch(api('/events/access-control?search=second'))
  expect(screen.queryByText('950')).not.toBeInTheDocument()
})
