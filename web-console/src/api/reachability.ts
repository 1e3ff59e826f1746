/**
 * Whether the platform can be reached. A browser calls a machine without any interface but loopback
 * offline, though the platform on it answers, so what has answered since counts for more than
 * `navigator.onLine`.
 */

let hasAnswered = false
const listeners = new Set<() => void>()

/** Something came from the platform: the answer of a call, whatever it says, or a message. */
export function recordAnswer(): void {
  set(true)
}

/** A call had no answer. */
export function recordSilence(): void {
  set(false)
}

export const isReachable = (): boolean => navigator.onLine || hasAnswered

export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function set(next: boolean): void {
  if (hasAnswered === next) return
  hasAnswered = next
  for (const listener of listeners) listener()
}

// The network has gone since: what had answered before proves nothing.
window.addEventListener('offline', recordSilence)
