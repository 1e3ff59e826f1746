import type { RequestOpts } from '@oazapfts/runtime'
import { login, refresh, type Session } from './operations.js'

/** Which platform is called and as whom: the last argument of every operation. */
export type Site = RequestOpts

interface SignIn {
  /** Of the platform, as https://site.example. */
  url: string
  login: string
  password: string
  /** Id of the project, for an account with several; the first one otherwise. */
  project?: number
}

/** A platform that answers with another error than this is away: the session is not over. */
const UNAUTHENTICATED = 401
/** Access tokens are valid for ten minutes; a new one is fetched before the old one is over, in milliseconds. */
const TOKEN_AGE = 9 * 60_000

/** Calls by a token that does not change, as one that was made for a program. */
export function withToken(url: string, token: string): Site {
  return { baseUrl: url, headers: { authorization: `Bearer ${token}` } }
}

/** Calls by nobody, for what needs no session. */
export function anonymous(url: string): Site {
  return { baseUrl: url }
}

/** Signs a person in. The token is renewed as long as the session lasts. */
export async function signIn({ url, login: name, password, project }: SignIn): Promise<Site> {
  const nobody = anonymous(url)
  const { sessions, second_factor: demand } = await login({ login: name, password }, nobody)
  if (demand)
    throw new Error('This account asks for a second factor: use a token made for a program.')
  const found = sessions.find((session) => project === undefined || session.project?.id === project)
  if (!found) throw new Error('This account has no such project.')
  return { baseUrl: url, fetch: renewing(found, nobody) }
}

/** `fetch` with the session's token, which it renews: before it is over, and when it is refused. */
function renewing(session: Session, nobody: Site): typeof fetch {
  let { token, refresh: next } = session
  let madeAt = Date.now()
  let underway: Promise<void> | undefined
  // A refresh token is good once: calls at the same time wait for one renewal.
  const renew = () => {
    underway ??= refresh({ token: next }, nobody)
      .then((renewed) => {
        token = renewed.token
        next = renewed.refresh
        madeAt = Date.now()
      })
      .finally(() => (underway = undefined))
    return underway
  }
  return async (input, init) => {
    const call = () => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers })
    }
    if (Date.now() - madeAt > TOKEN_AGE) await renew()
    const used = token
    const answer = await call()
    if (answer.status !== UNAUTHENTICATED) return answer
    if (token === used) await renew()
    return call()
  }
}
