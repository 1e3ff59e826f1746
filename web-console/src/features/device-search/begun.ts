const KEY = 'deviceSearchBegunAt'
/** Milliseconds for which the platform keeps a search. */
const KEPT = 15 * 60_000

/** Whether this browser has begun a search that the platform still keeps: without one it is not asked. */
export function hasBegun(now = Date.now()): boolean {
  try {
    const at = Number(localStorage.getItem(KEY))
    return at > 0 && now - at < KEPT
  } catch {
    return false
  }
}

export function rememberBegun(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // A browser without storage: a page that is loaded again begins anew.
  }
}
