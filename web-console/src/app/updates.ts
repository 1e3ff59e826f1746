import { useSyncExternalStore } from 'react'
import { isReachable } from '@/api/reachability'

/** Milliseconds between two looks for a new version, of a page that stays open for days. */
const CHECK_INTERVAL_MS = 60 * 60_000

let isNewer = false
const listeners = new Set<() => void>()

/** A newer version of the console is on this machine than the one in this page. */
function announceNewer(): void {
  isNewer = true
  for (const listener of listeners) listener()
}

/** Whether the page is of an older version than the platform. Nothing reloads it but the person. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isNewer)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Once the page is there, it is put on this machine, and its newer versions beside it. */
export function startUpdates(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  whenIdle(() => void register())
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      // The first version is the one in this page.
      if (!worker || !registration.active) return
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') announceNewer()
      })
    })
    const check = () => {
      if (isReachable()) registration.update().catch(() => undefined)
    }
    setInterval(check, CHECK_INTERVAL_MS)
    window.addEventListener('online', check)
  } catch {
    // A browser that keeps nothing, as in a private window: the console works without.
  }
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 3_000)
}
