import type { SessionState } from './types'

const SESSION_KEY = 'session'
/** Whether the sign-in form starts with "remember me" on. */
const REMEMBER_KEY = 'rememberUser'

/** The session kept by an earlier page, in this window or (when remembered) in any. */
export function loadSession(): SessionState | undefined {
  const text = sessionStorage.getItem(SESSION_KEY) ?? localStorage.getItem(SESSION_KEY)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!isSessionState(value)) return undefined
    const { support, ...own } = value
    const isLive = support !== undefined && support.endsAt > Date.now()
    return { ...own, ...(isLive && { support }), isExpired: false }
  } catch {
    return undefined
  }
}

/** Keeps the session in persistent storage when remembered, else for this window only. */
export function saveSession(state: SessionState): void {
  const [keep, drop] = state.remember
    ? [localStorage, sessionStorage]
    : [sessionStorage, localStorage]
  drop.removeItem(SESSION_KEY)
  if (state.sessions.length === 0) keep.removeItem(SESSION_KEY)
  else keep.setItem(SESSION_KEY, JSON.stringify(state))
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
