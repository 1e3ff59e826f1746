import { openPushed, showPushed, type PushHost } from './push'
import { answerOf, cacheName, cachesToDelete } from './rules'

declare const self: ServiceWorkerGlobalScope & {
  /** Files of this build, put here by vite-plugin-pwa. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

// oxlint-disable-next-line no-underscore-dangle -- the plugin's name
const MANIFEST = self.__WB_MANIFEST
const FILES = MANIFEST.map(({ url }) => `/${url}`)
const CACHE = cacheName(MANIFEST)
/** Milliseconds after which a page that is asked for comes from this machine instead. */
const PAGE_TIMEOUT_MS = 3_000
const INDEX = '/index.html'

self.addEventListener('install', (event) => {
  event.waitUntil(fetchAll().then(async () => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(async () => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const answer = answerOf({
    method: request.method,
    mode: request.mode,
    isOwn: url.origin === self.location.origin,
    path: url.pathname,
  })
  if (answer === 'file') event.respondWith(fileOf(request))
  else if (answer === 'page') event.respondWith(pageOf(request))
})

const host: PushHost = {
  origin: self.location.origin,
  windows: async () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  show: async (title, options) => self.registration.showNotification(title, options),
  open: async (page) => self.clients.openWindow(page),
}

self.addEventListener('push', (event) => {
  event.waitUntil(showPushed(host, messageOf(event.data)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(host, event.notification.data))
})

/** The server's message; a push service may also send one without any. */
function messageOf(data: PushMessageData | null): Parameters<typeof showPushed>[1] {
  try {
    return data?.json() as Parameters<typeof showPushed>[1]
  } catch {
    return undefined
  }
}

/** What an earlier version has too is copied from it: names of files contain their contents. */
async function fetchAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all(
    FILES.map(async (path) => {
      const known = path.startsWith('/assets/') ? await caches.match(path) : undefined
      if (known) await cache.put(path, known)
      else await cache.add(new Request(path, { cache: 'no-cache' }))
    }),
  )
}

/** The version before stays: pages of it are still open, with calls that must not end. */
async function removeOldCaches(): Promise<void> {
  const old = cachesToDelete(await caches.keys(), CACHE)
  await Promise.all(old.map(async (name) => caches.delete(name)))
}

async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

/** The newest page; the one of this machine where the network is away or takes too long. */
async function pageOf(request: Request): Promise<Response> {
  const own = async () => (await caches.open(CACHE)).match(INDEX)
  const newest = fetch(request)
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), PAGE_TIMEOUT_MS)
  })
  try {
    const response = await Promise.race([newest, late])
    if (response && response.status < 500) return response
  } catch {
    return (await own()) ?? Response.error()
  }
  return (await own()) ?? newest
}
