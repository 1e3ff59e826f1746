import { vi } from 'vitest'

/** The browser's part of pushes, which jsdom has none of: the person's answer, and a push service. */
export interface FakePush {
  /** What the person answers when asked. */
  answer: NotificationPermission
  permission: NotificationPermission
  /** How often they were asked. */
  asked: number
  subscribed: PushSubscriptionOptionsInit[]
  ended: string[]
}

interface FakeSubscription {
  endpoint: string
  options: { applicationServerKey: ArrayBuffer }
  toJSON: () => PushSubscriptionJSON
  unsubscribe: () => Promise<boolean>
}

export function installFakePush(): FakePush {
  const browser: FakePush = {
    answer: 'granted',
    permission: 'default',
    asked: 0,
    subscribed: [],
    ended: [],
  }
  let current: FakeSubscription | null = null
  const subscribe = async (options: PushSubscriptionOptionsInit) => {
    browser.subscribed.push(options)
    const number = browser.subscribed.length
    const endpoint = `https://push.test/${number}`
    current = {
      endpoint,
      options: { applicationServerKey: bytesOf(options.applicationServerKey as string) },
      toJSON: () => ({
        endpoint,
        keys: { p256dh: `p256dh-${number}`, auth: `auth-${number}` },
      }),
      unsubscribe: async () => {
        browser.ended.push(endpoint)
        current = null
        return true
      },
    }
    return current
  }
  const registration = { pushManager: { getSubscription: async () => current, subscribe } }
  vi.stubGlobal('PushManager', vi.fn<() => void>())
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.asked++
      browser.permission = browser.answer
      return browser.answer
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    }),
  })
  return browser
}

export function uninstallFakePush(): void {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.removeItem('pushOwner')
}

/** base64url, as keys are written. */
function bytesOf(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0).buffer
}
