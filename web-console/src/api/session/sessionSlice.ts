import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { Session, SessionState, SessionStatus, SupportSession, Tokens } from './types'

const anonymous: SessionState = {
  sessions: [],
  activeProjectId: null,
  remember: false,
  isExpired: false,
}

type SignIn = Required<Pick<SessionState, 'id' | 'sessions' | 'remember'>>

const sessionSlice = createSlice({
  name: 'session',
  initialState: anonymous,
  reducers: {
    /** A login succeeded: one session is used at once, several wait for a choice. */
    signedIn: {
      prepare: (signIn: { sessions: Session[]; remember: boolean }) => ({
        payload: { ...signIn, id: nanoid() },
      }),
      reducer(_state, action: PayloadAction<SignIn>) {
        const only = action.payload.sessions.length === 1 ? action.payload.sessions[0] : undefined
        return { ...action.payload, activeProjectId: only?.project.id ?? null, isExpired: false }
      },
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
      const all = [...state.sessions, ...(state.support ? [state.support.session] : [])]
      const session = all.find(({ refresh }) => refresh === action.payload.from)
      if (session) Object.assign(session, action.payload.tokens)
    },
    sessionRestored: (_state, action: PayloadAction<SessionState>) => action.payload,
    /** A dealer enters one of their projects. */
    supportStarted(state, action: PayloadAction<SupportSession>) {
      state.support = action.payload
    },
    supportEnded(state) {
      delete state.support
    },
    /**
     * The refresh token is no longer accepted: a support session gives way to the own one; else the
     * person signs in again and comes back to where they were.
     */
    sessionEnded(state) {
      if (!state.support) return { ...anonymous, isExpired: true }
      delete state.support
      return state
    },
    signedOut: () => anonymous,
  },
  selectors: {
    selectStatus: (state): SessionStatus => {
      if (state.sessions.length === 0) return 'anonymous'
      return state.activeProjectId === null ? 'choosing' : 'active'
    },
    selectSession: (state): Session | undefined =>
      state.support?.session ??
      state.sessions.find(({ project }) => project.id === state.activeProjectId),
    selectSupport: (state) => state.support,
    selectSignInId: (state) => state.id,
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
  supportEnded,
  supportStarted,
  signedOut,
} = sessionSlice.actions
export const { selectStatus, selectSession, selectSessions, selectSignInId, selectSupport } =
  sessionSlice.selectors

/** The part of the store that the api folder needs. */
export interface WithSession {
  session: SessionState
}
