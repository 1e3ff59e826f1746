import { expect, test, vi } from 'vitest'
import { openPushed, showPushed, type ConsoleWindow, type PushHost } from './push'

const ORIGIN = 'https://console.test'

const windowAt = (path: string, visibilityState = 'hidden', focused = false) =>
  ({
    url: `${ORIGIN}${path}`,
    visibilityState,
    focused,
    focus: vi.fn(async () => undefined),
    postMessage: vi.fn(),
  }) satisfies ConsoleWindow

const hostOf = (...windows: ConsoleWindow[]) =>
  ({
    origin: ORIGIN,
    windows: async () => windows,
    show: vi.fn(async () => undefined),
    open: vi.fn(async () => undefined),
  }) satisfies PushHost

const message = {
  locale: 'en',
  notification: {
    id: 7,
    type: 'conversation_message_received',
    significance: 'normal',
    data: { conversation_id: 5, author: 'Ann' },
    popup_action: { code: 'goto:page', params: { page: '/conversation/5' } },
  },
}

test('with the tab closed a pushed message becomes a notification of the browser', async () => {
  const host = hostOf()
  await showPushed(host, message)
  expect(host.show).toHaveBeenCalledWith(
    'New message',
    expect.objectContaining({
      body: 'Ann',
      tag: 'conversation-5',
      data: { page: '/conversation/5' },
    }),
  )
})

test('it is shown beside a tab in the background and beside the page of a recipient, not over the console', async () => {
  const timesShown = async (window: ConsoleWindow) => {
    const host = hostOf(window)
    await showPushed(host, message)
    return host.show.mock.calls.length
  }
  expect(await timesShown(windowAt('/home', 'hidden'))).toBe(1)
  expect(await timesShown(windowAt('/home', 'visible', false))).toBe(1)
  expect(await timesShown(windowAt('/announce/token', 'visible', true))).toBe(1)
  expect(await timesShown(windowAt('/home', 'visible', true))).toBe(0)
})

test('a click opens its page in a new window where there is none', async () => {
  const host = hostOf(windowAt('/guest-access/key'))
  await openPushed(host, { page: '/conversation/5' })
  expect(host.open).toHaveBeenCalledWith('/conversation/5')
})

test('a click leads the console that is open to the page, without loading it anew', async () => {
  const known = windowAt('/home')
  const host = hostOf(known)
  await openPushed(host, { page: '/conversation/5' })
  expect(known.focus).toHaveBeenCalledOnce()
  expect(known.postMessage).toHaveBeenCalledWith({ type: 'open-page', page: '/conversation/5' })
  expect(host.open).not.toHaveBeenCalled()
})

test('the page of a recipient has a window of its own', async () => {
  const known = windowAt('/home')
  const host = hostOf(known)
  await openPushed(host, { page: '/announce/token' })
  expect(host.open).toHaveBeenCalledWith('/announce/token')
  expect(known.postMessage).not.toHaveBeenCalled()
})

test('no page elsewhere is opened', async () => {
  const elsewhere = [{ page: 'https://evil.test' }, { page: '//evil.test' }, null, undefined]
  const host = hostOf()
  await Promise.all(elsewhere.map(async (data) => openPushed(host, data)))
  expect(host.open.mock.calls).toEqual(elsewhere.map(() => ['/notifications']))
})
