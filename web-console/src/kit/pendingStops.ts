import { useSyncExternalStore } from 'react'

/**
 * Keys of guests and of phones that are being stopped. A stop is for good, so it is sent when the time
 * to take it back is over, or when the page is left; until then the key opens still.
 */

/** Milliseconds in which a stop can be taken back. */
export const UNDO_TIME = 5_000

/** Sends the stop; when the page is left it must outlive it. */
type Send = (isLeaving: boolean) => Promise<unknown>

interface Pending {
  timer: ReturnType<typeof setTimeout>
  send: Send
}

const pending = new Map<number, Pending>()
let shown: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()

function tell() {
  shown = new Set(pending.keys())
  for (const notify of listeners) notify()
}

/** Stops a key soon; answers how that is taken back. */
export function stopSoon(id: number, send: Send): () => void {
  takeBack(id)
  const timer = setTimeout(() => {
    // Shown as stopped until the answer has come: the list is fetched anew after it.
    void send(false).finally(() => takeBack(id))
  }, UNDO_TIME)
  pending.set(id, { timer, send })
  tell()
  window.addEventListener('pagehide', sendAll)
  return () => takeBack(id)
}

function takeBack(id: number) {
  clearTimeout(pending.get(id)?.timer)
  if (pending.delete(id)) tell()
  if (pending.size === 0) window.removeEventListener('pagehide', sendAll)
}

function sendAll() {
  for (const [id, { send }] of pending) {
    void send(true)
    takeBack(id)
  }
}

/** Ids of the keys that are being stopped. */
export const usePendingStops = (): ReadonlySet<number> =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => shown,
  )
