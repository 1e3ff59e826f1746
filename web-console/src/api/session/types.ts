/** Access and refresh token of one session. */
export interface Tokens {
  token: string
  refresh: string
}

export interface ProjectSummary {
  id: number
  name: string
  description?: string
}

/** One signed-in session: an account has one per project. */
export interface Session extends Tokens {
  project: ProjectSummary
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
