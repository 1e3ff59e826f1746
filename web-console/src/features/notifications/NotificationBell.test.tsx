import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { baseApi } from '@/api/baseApi'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import { NotificationBell } from './NotificationBell'

const server = mockServer()
const notification = (id: number) => ({
  id,
  type: 'identifier_used',
  data: null,
  read_at: null,
  created_at: null,
  significance: 'normal',
})

test('what the dropdown shows is read once each, and asked for again once for all', async () => {
  const read: number[] = []
  let unread = [3, 2, 1]
  let asked = 0
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
    http.get(api('/notifications/unread'), () => {
      asked += 1
      const items = unread.map(notification)
      return HttpResponse.json({ items, important: [], total: items.length })
    }),
    http.post(api('/notifications/read'), async ({ request }) => {
      const { id } = (await request.json()) as { id: number }
      read.push(id)
      unread = unread.filter((each) => each !== id)
      return HttpResponse.json({ read: 1 })
    }),
  )
  const { store } = renderApp(<NotificationBell />, { words: { notifications: words } })
  await userEvent.click(await screen.findByRole('button', { name: /3 unread/ }))
  const panel = await screen.findByRole('region', { name: words.title })
  await vi.waitFor(() => expect(asked).toBe(2), { timeout: 10_000 })
  expect(read.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  unread = [4]
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Notifications'])))
  await vi.waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(4))
  await vi.waitFor(() => expect(asked).toBe(4), { timeout: 10_000 })
  expect(read.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})
