import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { installFakePush, uninstallFakePush, type FakePush } from '@/testing/fakePush'
import words from './locales/en.json'
import { PushSwitch } from './PushSwitch'
import { useRenewedPush } from './push'

const server = mockServer()
let browser: FakePush
let saved: object[]
let removed: object[]

beforeEach(() => {
  browser = installFakePush()
  saved = []
  removed = []
})
afterEach(uninstallFakePush)

function answer({ key = 'AQID', failure }: { key?: string; failure?: object } = {}) {
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 7, permissions: [], features: [] })),
    http.get(api('/notifications/push-key'), () => HttpResponse.json({ public_key: key })),
    http.put(api('/notifications/push-subscriptions'), async ({ request }) => {
      if (failure) return HttpResponse.json(failure, { status: 409 })
      saved.push((await request.json()) as object)
      return HttpResponse.json({ id: 1 })
    }),
    http.post(api('/notifications/push-subscriptions/delete'), async ({ request }) => {
      removed.push((await request.json()) as object)
      return HttpResponse.json({ deleted: 1 })
    }),
  )
}

const show = () => renderApp(<PushSwitch />, { words: { notifications: words } })
const toggle = () => screen.findByRole('switch', { name: words.settings.push })
/** Once the key is known. */
async function ready(): Promise<HTMLElement> {
  const found = await toggle()
  await vi.waitFor(() => expect(found).toBeEnabled())
  return found
}

test('the person is asked only at the switch, and the server learns the subscription', async () => {
  answer()
  show()
  const control = await ready()
  expect(control).not.toBeChecked()
  expect(browser.asked).toBe(0)
  await userEvent.click(control)
  await vi.waitFor(() => expect(control).toBeChecked())
  expect(browser.asked).toBe(1)
  expect(saved).toEqual([{ endpoint: 'https://push.test/1', p256dh: 'p256dh-1', auth: 'auth-1' }])
  expect(localStorage.getItem('pushOwner')).toBe('7')
})

test('switched off, the browser is subscribed no more and the server forgets it', async () => {
  answer()
  show()
  const control = await ready()
  await userEvent.click(control)
  await vi.waitFor(() => expect(control).toBeChecked())
  await userEvent.click(control)
  await vi.waitFor(() => expect(removed).toEqual([{ endpoint: 'https://push.test/1' }]))
  expect(control).not.toBeChecked()
  expect(browser.ended).toEqual(['https://push.test/1'])
})

test('a person who refuses is told where to allow it', async () => {
  browser.answer = 'denied'
  answer()
  show()
  await userEvent.click(await ready())
  expect(await screen.findAllByText(words.settings.pushBlocked)).not.toHaveLength(0)
  expect(saved).toEqual([])
  await vi.waitFor(async () => expect(await toggle()).toBeDisabled())
})

test('a server that does not keep the subscription leaves the switch off', async () => {
  answer({ failure: { message: 'too many subscriptions', code: 'conflict', data: null } })
  show()
  const control = await ready()
  await userEvent.click(control)
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(control).not.toBeChecked()
})

test('an installation without a key and a browser without pushes say so', async () => {
  answer({ key: '' })
  const view = show()
  expect(await screen.findByText(words.settings.pushMissing)).toBeInTheDocument()
  expect(await toggle()).toBeDisabled()
  view.unmount()
  uninstallFakePush()
  show()
  expect(await screen.findByText(words.settings.pushImpossible)).toBeInTheDocument()
})

function Visit() {
  useRenewedPush()
  return null
}

test('a browser whose pushes are on is reported at each visit', async () => {
  browser.permission = 'granted'
  localStorage.setItem('pushOwner', '7')
  answer()
  renderApp(<Visit />)
  await vi.waitFor(() => expect(saved).toHaveLength(1))
})

test('what somebody else has switched on in a shared browser ends', async () => {
  browser.permission = 'granted'
  localStorage.setItem('pushOwner', '8')
  answer()
  await navigator.serviceWorker.ready.then(async ({ pushManager }) =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'AQID' }),
  )
  renderApp(<Visit />)
  await vi.waitFor(() => expect(browser.ended).toEqual(['https://push.test/1']))
  expect(localStorage.getItem('pushOwner')).toBeNull()
  expect(saved).toEqual([])
})
