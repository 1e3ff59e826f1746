import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPushPossible, PushRefused, subscribeBrowser, unsubscribeBrowser } from './push'
import { installFakePush, uninstallFakePush, type FakePush } from '@/testing/fakePush'

let browser: FakePush
beforeEach(() => {
  browser = installFakePush()
})
afterEach(uninstallFakePush)

describe('subscribing this browser', () => {
  test('asks the person and answers what the server needs to push', async () => {
    await expect(subscribeBrowser('AQID')).resolves.toEqual({
      endpoint: 'https://push.test/1',
      p256dh: 'p256dh-1',
      auth: 'auth-1',
    })
    expect(browser.asked).toBe(1)
    expect(browser.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'AQID' }])
  })

  test('a person who refuses is told apart, and nothing is subscribed', async () => {
    browser.answer = 'denied'
    await expect(subscribeBrowser('AQID')).rejects.toBeInstanceOf(PushRefused)
    expect(browser.subscribed).toEqual([])
  })

  test('a subscription with the key of now is kept', async () => {
    await subscribeBrowser('AQID')
    await expect(subscribeBrowser('AQID')).resolves.toMatchObject({
      endpoint: 'https://push.test/1',
    })
    expect(browser.subscribed).toHaveLength(1)
  })

  test('one with a former key ends before the next begins', async () => {
    await subscribeBrowser('AQID')
    await expect(subscribeBrowser('-_8')).resolves.toMatchObject({
      endpoint: 'https://push.test/2',
    })
    expect(browser.ended).toEqual(['https://push.test/1'])
  })
})

test('ending the pushes of this browser says which subscription it was', async () => {
  await subscribeBrowser('AQID')
  await expect(unsubscribeBrowser()).resolves.toBe('https://push.test/1')
  await expect(unsubscribeBrowser()).resolves.toBeUndefined()
})

test('a browser without a service worker, a push service or notifications can show none', () => {
  expect(isPushPossible()).toBe(true)
  vi.stubGlobal('PushManager', undefined)
  // `in` asks for the name, and not for the value.
  Reflect.deleteProperty(window, 'PushManager')
  expect(isPushPossible()).toBe(false)
})
