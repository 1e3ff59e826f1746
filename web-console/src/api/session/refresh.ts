import { API_BASE, TIMEOUT } from '../limits'
import { storedTokens } from './persistence'
import { sessionEnded, selectSession, tokensRotated, type WithSession } from './sessionSlice'
import { onlyInOneTab, tellTabs } from './tabs'
import type { Tokens } from './types'

interface StoreApi {
  getState: () => unknown
  dispatch: (action: ReturnType<typeof tokensRotated | typeof sessionEnded>) => unknown
}

/** `renewed`: retry. `refused`: the session is over. `failed`: the server did not answer. */
export type RefreshOutcome = 'renewed' | 'refused' | 'failed'

let underWay: Promise<RefreshOutcome> | undefined

/**
 * Exchanges the refresh token, once however many requests ask for it at the same time, and in
 * one tab only. `staleToken` is the access token that was refused: when another request or tab
 * has already replaced it, nothing is sent.
 */
export function refreshSession(api: StoreApi, staleToken: string): Promise<RefreshOutcome> {
  underWay ??= onlyInOneTab(() => exchange(api, staleToken)).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function exchange(api: StoreApi, staleToken: string): Promise<RefreshOutcome> {
  const session = selectSession(api.getState() as WithSession)
  if (!session) return 'refused'
  if (session.token !== staleToken) return 'renewed'

  const from = session.refresh
  const stored = storedTokens((api.getState() as WithSession).session)
  if (stored && stored.refresh !== from) {
    // Another tab has exchanged them and this one was not told: a second use would end the session for all.
    api.dispatch(tokensRotated({ from, tokens: { token: stored.token, refresh: stored.refresh } }))
    return 'renewed'
  }
  const answer = await requestTokens(from)
  if (answer === 'failed') return 'failed'
  if (answer === 'refused') {
    api.dispatch(sessionEnded())
    return 'refused'
  }
  api.dispatch(tokensRotated({ from, tokens: answer }))
  tellTabs({ type: 'rotated', from, tokens: answer })
  return 'renewed'
}

async function requestTokens(refresh: string): Promise<Tokens | 'refused' | 'failed'> {
  try {
    const response = await fetch(`${location.origin}${API_BASE}/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: refresh }),
      signal: AbortSignal.timeout(TIMEOUT.default),
    })
    // A server in trouble does not mean that the session is over.
    if (response.status >= 500 || response.status === 429) return 'failed'
    if (!response.ok) return 'refused'
    return (await response.json()) as Tokens
  } catch {
    return 'failed'
  }
}
