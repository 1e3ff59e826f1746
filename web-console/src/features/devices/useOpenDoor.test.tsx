import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import { useOpenDoor, type Door } from './useOpenDoor'

const server = mockServer()
const gate = {
  id: 3,
  name: 'Gate',
  type: 'access_panel',
  model: 'two-locks',
  device_info: { status: 'online' },
} as unknown as Door

function Gate() {
  const { open, openLock, dialog } = useOpenDoor()
  return (
    <>
      <button type="button" onClick={() => open(gate)}>
        choose
      </button>
      <button
        type="button"
        onClick={() => {
          void openLock(gate, 1)
          void openLock(gate, 1)
        }}
      >
        twice
      </button>
      {dialog}
    </>
  )
}

/** What the gate answers, and the locks that were asked for. */
function answering(opened: boolean) {
  const asked: unknown[] = []
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
    http.get(api('/device-models'), () =>
      HttpResponse.json({ items: [{ model: 'two-locks', type: 'access_panel', locks: 2 }] }),
    ),
    http.post(api('/devices/3/open'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ opened })
    }),
  )
  return asked
}

test('a refusal keeps the choice of locks open, so that another can be tried', async () => {
  answering(false)
  renderApp(<Gate />, { words: { devices: words } })
  await userEvent.click(screen.getByRole('button', { name: 'choose' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: /1/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Gate')
  await vi.waitFor(() => expect(within(dialog).getByRole('button', { name: /1/ })).toBeEnabled())
})

test('a double click opens once', async () => {
  const asked = answering(true)
  renderApp(<Gate />, { words: { devices: words } })
  await userEvent.click(screen.getByRole('button', { name: 'twice' }))
  expect(await screen.findByRole('status')).toHaveTextContent('Gate')
  await vi.waitFor(() => expect(asked).toEqual([{ lock_number: 1 }]))
})
