import { CHOOSE_PROJECT, redirectTarget, withRedirect } from '@/kit/redirects'

/** Where to go once signed in; several sessions wait for a choice of project. */
export function afterSignIn(sessions: number, params: URLSearchParams): string {
  const wanted = redirectTarget(params)
  return sessions > 1 ? withRedirect(CHOOSE_PROJECT, wanted) : wanted
}
