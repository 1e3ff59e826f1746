import { API_BASE } from './limits'
import { selectSession, type WithSession } from './session'

/** A call that goes on when its page is gone; nobody hears its answer. */
export function postWhileLeaving(state: WithSession, path: string) {
  const token = selectSession(state)?.token
  return fetch(`${API_BASE}${path}`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: '{}',
  }).catch(() => undefined)
}
