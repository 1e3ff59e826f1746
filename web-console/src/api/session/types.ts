import type { Project } from '../generated/endpoints'

/** Access and refresh token of one session. */
export interface Tokens {
  token: string
  refresh: string
}

/** One signed-in session: an account has one per project. */
export interface Session extends Tokens {
  project: Project
}

export interface SessionState {
  /** Every session of the account; empty when signed out. */
  sessions: Session[]
  /** Project of the session in use; null while the person has yet to choose. */
  activeProjectId: number | null
  /** Whether the session outlives the browser window. */
  remember: boolean
  /** Whether the last session ended by itself, not by signing out. */
  isExpired: boolean
}

export type SessionStatus = 'anonymous' | 'choosing' | 'active'
