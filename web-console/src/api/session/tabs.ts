import type { Tokens } from './types'

/**
 * Tabs that share a session tell each other of a rotation: a refresh token works once, and a
 * second use of it would revoke the whole family.
 */
export type TabMessage =
  | { type: 'rotated'; from: string; tokens: Tokens }
  /** Somebody signed out of the sign-in `id`; a tab with another one stays signed in. */
  | { type: 'ended'; id: string | undefined }

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('vestibule-session')

export function tellTabs(message: TabMessage): void {
  channel?.postMessage(message)
}

export function listenToTabs(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
}

/** Runs `work` while no other tab of this browser runs its own. */
export async function onlyInOneTab<T>(work: () => Promise<T>): Promise<T> {
  // Absent outside a secure context (plain http on a local network) and in tests.
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return work()
  return (await locks.request('vestibule-refresh', work)) as T
}
