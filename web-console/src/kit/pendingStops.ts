import { useSyncExternalStore } from 'react'
import { TIMEOUT } from '@/api/limits'

/**
 * Keys of guests and of phones that are being stopped. A stop is for good, so it is sent when the time
 * to take it back is over, when the session that it is sent with ends, or when the page is left; until
 * then the key opens still.
 */

/** Milliseconds in which a stop can be taken back. */
export const UNDO_TIME = 5_000

/** Sends the stop; when the page is left it must outlive it. */
type Send = (isLeaving: boolean) => Promise<unknown>

interface Pending {
  timer: ReturnType<typeof setTimeout>
  send: Send
  /** It is on its way: what is stopped must not be sent twice. */
  isSent?: boolean
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
  const timer = setTimeout(() => void sendNow(id), UNDO_TIME)
  pending.set(id, { timer, send })
  tell()
  window.addEventListener('pagehide', sendWhileLeaving)
  return () => {
    // What is on its way cannot be taken back.
    if (!pending.get(id)?.isSent) takeBack(id)
  }
}

function takeBack(id: number) {
  clearTimeout(pending.get(id)?.timer)
  if (pending.delete(id)) tell()
  if (pending.size === 0) window.removeEventListener('pagehide', sendWhileLeaving)
}

async function sendNow(id: number) {
  const stop = pending.get(id)
  if (!stop || stop.isSent) return
  clearTimeout(stop.timer)
  stop.isSent = true
  try {
    await stop.send(false)
  } finally {
    // Shown as stopped until the answer has come: the list is fetched anew after it.
    if (pending.get(id) === stop) takeBack(id)
  }
}

/**
 * Sends every stop now: before the session that they are sent with ends or gives way to another. A
 * server that does not answer holds nobody up.
 */
export async function sendPendingStops(): Promise<void> {
  if (pending.size === 0) return
  let limit: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, TIMEOUT.login)
  })
  await Promise.race([Promise.allSettled([...pending.keys()].map(sendNow)), isLate])
  clearTimeout(limit)
}

function sendWhileLeaving() {
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
