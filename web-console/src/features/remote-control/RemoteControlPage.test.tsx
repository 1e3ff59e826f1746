import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import deviceWords from '@/features/devices/locales/en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import words from './locales/en.json'
import RemoteControlPage from './RemoteControlPage'
import { KEEP_ALIVE } from './useRemoteSession'

const server = mockServer()

const device = {
  id: 2,
  name: 'Main entrance',
  type: 'panel',
  model: 'AA-12',
  protocol: 'mqtt',
  serial_number: 'AA12-0001',
  device_login: 'admin',
  domain: { id: 1, name: 'Riverside' },
  device_info: { status: 'online', status_changed_at: null },
}
const session = {
  id: 7,
  device: { id: 2, name: 'Main entrance' },
  is_active: true,
  started_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 300_000).toISOString(),
  info: { serial_number: 'AA12-0001', model: 'AA-12', firmware: '1.3.5' },
}
const conflict = (message: string, code: string, data: object | null = null) =>
  HttpResponse.json({ message, code, data }, { status: 409 })

/** What was sent to the sessions, oldest first. */
let sent: object[]

beforeEach(() => {
  sent = []
  const keep = async ({ request }: { request: Request }) => {
    sent.push((await request.json()) as object)
  }
  server.use(
    http.get(api('/devices/2'), () => HttpResponse.json(device)),
    http.get(api('/device-models'), () =>
      HttpResponse.json({ items: [{ type: 'panel', model: 'AA-12', locks: 2 }] }),
    ),
    http.get(api('/profile'), () =>
      HttpResponse.json({ role: { permissions: ['can_edit_device'] }, license_info: {} }),
    ),
    http.put(api('/devices/remote-control/sessions'), async (call) => {
      await keep(call)
      return HttpResponse.json(session)
    }),
    http.patch(api('/devices/remote-control/sessions/7'), async (call) => {
      const body = (await call.request.json()) as { is_active: boolean }
      sent.push(body)
      return HttpResponse.json({ ...session, is_active: body.is_active })
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

const show = () =>
  renderApp(<RemoteControlPage />, {
    at: '/devices/remote-control?id=2',
    words: { 'remote-control': words, devices: deviceWords },
  })

async function begin() {
  await userEvent.type(await screen.findByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Begin' }))
}

test('the login of the device is there already, and what it says of itself is shown', async () => {
  show()
  expect(await screen.findByLabelText('Login')).toHaveValue('admin')
  await begin()
  expect(await screen.findByText('1.3.5')).toBeVisible()
  expect(sent).toEqual([{ serial_number: 'AA12-0001', login: 'admin', password: 'secret' }])
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a password that the device refuses is said above the form', async () => {
  server.use(
    http.put(api('/devices/remote-control/sessions'), () =>
      conflict('device does not take this login and password', 'device_refused_login'),
    ),
  )
  show()
  await begin()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The device does not take this login and password',
  )
})

test('who guessed too often is told how long they are turned away', async () => {
  let seconds = 841
  server.use(
    http.put(api('/devices/remote-control/sessions'), () =>
      HttpResponse.json(
        {
          message: 'too many requests',
          code: 'too_many_requests',
          data: { retry_after: seconds },
        },
        { status: 429, headers: { 'Retry-After': String(seconds) } },
      ),
    ),
  )
  show()
  await begin()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The device has refused too many attempts. Try again in 15 minutes',
  )
  seconds = 20
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText(/Try again in 1 minute$/)).toBeVisible()
})

test('who controls the device already is named', async () => {
  server.use(
    http.put(api('/devices/remote-control/sessions'), () =>
      conflict('device is remotely controlled by another user', 'remotely_controlled', {
        names: ['Ivan Sidorov'],
      }),
    ),
  )
  show()
  await begin()
  expect(await screen.findByRole('alert')).toHaveTextContent(/by another user: Ivan Sidorov$/)
})

test('a device that went offline meanwhile is said in the dialog', async () => {
  server.use(
    http.put(api('/devices/remote-control/sessions'), () =>
      conflict('device is offline, cannot remote control', 'device_offline'),
    ),
  )
  const { router } = show()
  await begin()
  expect(await screen.findByRole('dialog', { name: 'The device is offline' })).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/devices/2/edit'))
})

test('a device without MQTT is refused before anything is typed', async () => {
  server.use(http.get(api('/devices/2'), () => HttpResponse.json({ ...device, protocol: 'http' })))
  show()
  expect(await screen.findByRole('dialog', { name: 'The device is not MQTT' })).toBeInTheDocument()
})

test('a session that is ended says so and offers to begin again', async () => {
  show()
  await begin()
  await userEvent.click(await screen.findByRole('button', { name: /End$/ }))
  expect(await screen.findByText('The session is over')).toBeVisible()
  await waitFor(() => expect(sent.at(-1)).toEqual({ is_active: false }))
  expect(screen.getByRole('button', { name: 'Begin again' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Begin again' }))
  expect(await screen.findByLabelText('Password')).toHaveValue('')
})

test('a session is closed when its page is left', async () => {
  const { unmount } = show()
  await begin()
  await screen.findByText('1.3.5')
  unmount()
  await waitFor(() => expect(sent.at(-1)).toEqual({ is_active: false }))
})

test('a session is kept alive each minute while the page is in view, and not while it is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  show()
  await begin()
  await screen.findByText('1.3.5')
  const minute = () => act(() => vi.advanceTimersByTimeAsync(KEEP_ALIVE))
  await minute()
  await waitFor(() => expect(sent.slice(1)).toEqual([{ is_active: true }]))
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await minute()
  expect(sent).toHaveLength(2)
  hidden.mockRestore()
  // Back in view: at once.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(sent).toHaveLength(3))
})

test('a session that is not there any more has ended by itself', async () => {
  show()
  await begin()
  await screen.findByText('1.3.5')
  server.use(
    http.patch(api('/devices/remote-control/sessions/7'), () =>
      HttpResponse.json({ message: 'item not found', code: 'not_found' }, { status: 404 }),
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: /Ask again$/ }))
  expect(await screen.findByText('The session has ended by itself')).toBeVisible()
})
