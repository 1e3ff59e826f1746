import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Session, SessionState, SessionStatus, Tokens } from './types'

const anonymous: SessionState = {
  sessions: [],
  activeProjectId: null,
  remember: false,
  isExpired: false,
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: anonymous,
  reducers: {
    /** A login succeeded: one session is used at once, several wait for a choice. */
    signedIn(_state, action: PayloadAction<{ sessions: Session[]; remember: boolean }>) {
      const { sessions, remember } = action.payload
      const only = sessions.length === 1 ? sessions[0] : undefined
      return { sessions, remember, activeProjectId: only?.project.id ?? null, isExpired: false }
    },
    projectChosen(state, action: PayloadAction<number>) {
      if (state.sessions.some(({ project }) => project.id === action.payload)) {
        state.activeProjectId = action.payload
      }
    },
    /** Ask for the project again, without signing in again. */
    projectLeft(state) {
      if (state.sessions.length > 1) state.activeProjectId = null
    },
    /** The refresh token `from` was exchanged for `tokens`, here or in another tab. */
    tokensRotated(state, action: PayloadAction<{ from: string; tokens: Tokens }>) {
      const session = state.sessions.find(({ refresh }) => refresh === action.payload.from)
      if (session) Object.assign(session, action.payload.tokens)
    },
    sessionRestored: (_state, action: PayloadAction<SessionState>) => action.payload,
    /** The refresh token is no longer accepted: the person comes back to where they were. */
    sessionEnded: () => ({ ...anonymous, isExpired: true }),
    signedOut: () => anonymous,
  },
  selectors: {
    selectStatus: (state): SessionStatus => {
      if (state.sessions.length === 0) return 'anonymous'
      return state.activeProjectId === null ? 'choosing' : 'active'
    },
    selectSession: (state): Session | undefined =>
      state.sessions.find(({ project }) => project.id === state.activeProjectId),
    selectSessions: (state) => state.sessions,
  },
})

export const sessionReducer = sessionSlice.reducer
export const {
  signedIn,
  projectChosen,
  projectLeft,
  tokensRotated,
  sessionRestored,
  sessionEnded,
  signedOut,
} = sessionSlice.actions
export const { selectStatus, selectSession, selectSessions } = sessionSlice.selectors

/** The part of the store that the api folder needs. */
export interface WithSession {
  session: SessionState
}
