export const HOME = '/home'
export const LOGIN = '/login'
export const CHOOSE_PROJECT = '/choose-project'

/** `page`, with the way back to what was wanted unless that is home. */
export function withRedirect(page: string, wanted: string): string {
  return wanted === '/' || wanted === HOME ? page : `${page}?redirect=${encodeURIComponent(wanted)}`
}

/** Where to go after signing in. Only addresses of this console: a link must not lead elsewhere. */
export function redirectTarget(params: URLSearchParams): string {
  const wanted = params.get('redirect') ?? ''
  const isLocal = wanted.startsWith('/') && !/^\/[/\\]/.test(wanted)
  return isLocal && !wanted.startsWith(LOGIN) ? wanted : HOME
}
