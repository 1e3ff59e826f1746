import type { SessionState, Tokens } from './types'

const SESSION_KEY = 'session'
/** Whether the sign-in form starts with "remember me" on. */
const REMEMBER_KEY = 'rememberUser'

/** The session kept by an earlier page, in this window or (when remembered) in any. */
export const loadSession = (): SessionState | undefined =>
  sessionIn(sessionStorage) ?? sessionIn(localStorage)

function sessionIn(storage: Storage): SessionState | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(SESSION_KEY) ?? 'null')
    if (!isSessionState(value)) return undefined
    const { support, ...own } = value
    const isLive = support !== undefined && support.endsAt > Date.now()
    return { ...own, ...(isLive && { support }), isExpired: false }
  } catch {
    return undefined
  }
}

/**
 * Keeps the session in persistent storage when remembered, else for this window only. Another tab's
 * remembered session is none of this window's business.
 */
export function saveSession(state: SessionState, earlier: SessionState): void {
  if (state.sessions.length > 0) {
    const keep = state.remember ? localStorage : sessionStorage
    keep.setItem(SESSION_KEY, JSON.stringify(state))
    if (state.remember) sessionStorage.removeItem(SESSION_KEY)
    return
  }
  sessionStorage.removeItem(SESSION_KEY)
  const isOwn = earlier.remember && sessionIn(localStorage)?.id === earlier.id
  if (isOwn) localStorage.removeItem(SESSION_KEY)
}

/**
 * The tokens that this browser keeps for the session in use. Newer than those of a tab that slept
 * while another one exchanged them.
 */
export function storedTokens(state: SessionState): Tokens | undefined {
  const stored = sessionIn(state.remember ? localStorage : sessionStorage)
  if (!stored || stored.id !== state.id) return undefined
  if (state.support) return stored.support?.session
  return stored.sessions.find(({ project }) => project.id === state.activeProjectId)
}

export const rememberPreset = {
  get: (): boolean => localStorage.getItem(REMEMBER_KEY) === 'true',
  set: (remember: boolean): void => localStorage.setItem(REMEMBER_KEY, String(remember)),
}

function isSessionState(value: unknown): value is SessionState {
  if (typeof value !== 'object' || value === null) return false
  const { sessions, activeProjectId, remember } = value as Partial<SessionState>
  return (
    Array.isArray(sessions) &&
    sessions.every((session) => Boolean(session?.token && session.refresh && session.project)) &&
    (activeProjectId === null || typeof activeProjectId === 'number') &&
    typeof remember === 'boolean'
  )
}
