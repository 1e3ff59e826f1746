import type { Project } from '../generated/sessions'

/** Access and refresh token of one session. */
export interface Tokens {
  token: string
  refresh: string
}

/** One signed-in session: an account has one per project. */
export interface Session extends Tokens {
  project: Project
}

/** A dealer's session in another project, which ends by itself. */
export interface SupportSession {
  session: Session
  /** Milliseconds since 1970. */
  endsAt: number
}

export interface SessionState {
  /** Tells one sign-in from another, in every tab that shares it; none when signed out. */
  id?: string
  /** Every session of the account; empty when signed out. */
  sessions: Session[]
  /** Project of the session in use; null while the person has yet to choose. */
  activeProjectId: number | null
  /** Whether the session outlives the browser window. */
  remember: boolean
  /** While it is there, it is the session in use; after it the own one is again. */
  support?: SupportSession
  /** Whether the last session ended by itself, not by signing out. */
  isExpired: boolean
}

export type SessionStatus = 'anonymous' | 'choosing' | 'active'
