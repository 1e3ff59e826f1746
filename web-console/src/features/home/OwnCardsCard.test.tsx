import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import home from './locales/en.json'
import { OwnCardsCard } from './OwnCardsCard'

const server = mockServer()
const project = { id: 1, uid: 'u', name: 'Riverside', description: '', is_support: false }
const session = {
  sessions: [{ token: 'a', refresh: 'r', project }],
  activeProjectId: 1,
  remember: false,
  isExpired: false,
}

function open(permissions: string[]) {
  const asked: string[] = []
  server.use(
    http.get(api('/profile'), () =>
      HttpResponse.json({ id: 7, role: { permissions }, license_info: { features: [] } }),
    ),
    http.get(api('/identifiers'), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('filters') ?? '')
      const card = { id: 3, name: 'Blue card', type: 'card', is_active: true, revoked_at: null }
      return HttpResponse.json({ items: [card], total: 1, page: 1, size: 10 })
    }),
  )
  renderApp(
    <>
      <OwnCardsCard />
      <p>the rest of the dashboard</p>
    </>,
    { session, words: { home } },
  )
  return asked
}

test('the dashboard of a resident shows what opens doors for them, and asks for nobody else’s', async () => {
  const asked = open([])
  expect(await screen.findByRole('link', { name: 'Blue card' })).toBeInTheDocument()
  expect(asked.every((filters) => filters.includes('"owner_id"') && filters.includes('7'))).toBe(
    true,
  )
})

test('whoever administers people has no card of their own cards', async () => {
  const asked = open(['can_view_users'])
  await screen.findByText('the rest of the dashboard')
  expect(screen.queryByText('Blue card')).not.toBeInTheDocument()
  expect(asked).toEqual([])
})
