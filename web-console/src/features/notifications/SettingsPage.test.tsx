import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import NotificationSettingsPage from './SettingsPage'

const server = mockServer()

test('a switch saves its own class, and leaves the others as nobody has chosen them', async () => {
  const settings = [
    { type: 'identifier_used', acs: false, push: false },
    { type: 'announce_received', acs: true, push: true },
  ]
  const saved: unknown[] = []
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
    http.get(api('/notifications/settings'), () => HttpResponse.json({ settings })),
    http.get(api('/notifications/push-key'), () => HttpResponse.json({ public_key: null })),
    http.post(api('/notifications/settings'), async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json({ settings })
    }),
  )
  renderApp(<NotificationSettingsPage />, { words: { notifications: words } })
  const name = words.options.types.identifier_used
  const used = await screen.findByLabelText(name, { selector: '#class-identifier_used' })
  expect(used).not.toBeChecked()
  await userEvent.click(used)
  await waitFor(() =>
    expect(saved).toEqual([{ settings: [{ type: 'identifier_used', acs: true, push: false }] }]),
  )
})
