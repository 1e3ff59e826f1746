import { API_BASE, TIMEOUT } from '@/api/limits'
import type { Profile } from '@/api/profile'
import type { Id } from '@/api/types'

/** Whose an access token is, by the server's word; for a token that is not yet in use. */
export async function userOf(token: string): Promise<Id> {
  const response = await fetch(`${location.origin}${API_BASE}/profile`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT.default),
  })
  // As every other call fails, so that it is said in the same words.
  if (!response.ok) {
    const data: unknown = await response.json().catch(() => undefined)
    throw Object.assign(new Error('no profile'), { status: response.status, data })
  }
  return ((await response.json()) as Profile).id
}
