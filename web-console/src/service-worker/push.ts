import { browserNotificationOf, type PushedMessage } from '@/features/notifications/pushed'
import { isForeignPage } from './rules'

/** What this needs of a window of the console. */
export interface ConsoleWindow {
  url: string
  visibilityState: string
  focused: boolean
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}

/** What this needs of the service worker. */
export interface PushHost {
  origin: string
  windows: () => Promise<readonly ConsoleWindow[]>
  show: (title: string, options: NotificationOptions) => Promise<void>
  open: (page: string) => Promise<unknown>
}

/** What the console is told to open. */
export interface OpenPage {
  type: 'open-page'
  page: string
}

const isOfConsole = ({ url }: ConsoleWindow, origin: string) => {
  const { origin: own, pathname } = new URL(url)
  return own === origin && !isForeignPage(pathname)
}

/** Shows what was pushed, unless the person has the console before their eyes: there it shows itself. */
export async function showPushed(
  host: PushHost,
  message: PushedMessage | undefined,
): Promise<void> {
  const windows = await host.windows()
  const isSeen = windows.some(
    (each) => each.visibilityState === 'visible' && each.focused && isOfConsole(each, host.origin),
  )
  if (isSeen) return
  const { title, body, tag, lang, isImportant, page } = browserNotificationOf(message)
  await host.show(title, {
    body,
    tag,
    lang,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    requireInteraction: isImportant,
    data: { page },
  })
}

/**
 * Opens the page of a notification. In a window of the console that is there the console goes to it by itself: a
 * load would end a call. A page of a recipient, which is no part of the console, has a window of its own.
 */
export async function openPushed(host: PushHost, data: unknown): Promise<void> {
  const wanted = (data as { page?: unknown } | null)?.page
  const page = typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/notifications'
  const windows = isForeignPage(new URL(page, host.origin).pathname) ? [] : await host.windows()
  const known = windows.find((each) => isOfConsole(each, host.origin))
  if (!known) {
    await host.open(page)
    return
  }
  await known.focus()
  known.postMessage({ type: 'open-page', page } satisfies OpenPage)
}
