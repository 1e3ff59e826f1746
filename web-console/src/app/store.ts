import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { baseApi } from '@/api/baseApi'
import { realtimeReducer } from '@/api/realtime'
import {
  listenToTabs,
  loadSession,
  saveSession,
  selectSession,
  sessionReducer,
  signedOut,
  tokensRotated,
  type SessionState,
} from '@/api/session'

export function createStore(session: SessionState | undefined) {
  return configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: sessionReducer,
      realtime: realtimeReducer,
    },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
    preloadedState: session && { session },
  })
}

export type AppStore = ReturnType<typeof createStore>
export type AppState = ReturnType<AppStore['getState']>

/** What one project or user was shown is nothing for the next. */
const identityOf = (session: SessionState) =>
  [Boolean(session.support), selectSession({ session })?.project.id].join()

/** The store of the page, with its session kept in the browser and in step with other tabs. */
export function createPageStore(): AppStore {
  const store = createStore(loadSession())
  setupListeners(store.dispatch)

  let known = store.getState().session
  store.subscribe(() => {
    const { session } = store.getState()
    if (session === known) return
    saveSession(session, known)
    const changed = identityOf(known) !== identityOf(session)
    known = session
    if (changed) store.dispatch(baseApi.util.resetApiState())
  })
  listenToTabs((message) => {
    if (message.type === 'rotated') store.dispatch(tokensRotated(message))
    else if (message.id === known.id) store.dispatch(signedOut())
  })
  return store
}
