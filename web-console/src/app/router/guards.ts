import { redirect, type LoaderFunctionArgs } from 'react-router'
import { isApiError } from '@/api/errors'
import { getProfile } from '@/api/profile'
import { selectStatus } from '@/api/session'
import { alerts } from '@/kit/alerts'
import { meets, type Need } from '@/kit/permissions/permissions'
import { CHOOSE_PROJECT, HOME, LOGIN, redirectTarget, withRedirect } from '@/kit/redirects'
import { recallProfile } from '../rememberedProfile'
import type { AppStore } from '../store'

const wantedOf = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** The page needs a signed-in user whose role and licence allow it. */
export function requireLogin(store: AppStore, need?: Need) {
  return async ({ request }: LoaderFunctionArgs): Promise<null> => {
    const status = () => selectStatus(store.getState())
    if (status() === 'anonymous') throw redirect(withRedirect(LOGIN, wantedOf(request)))
    if (status() === 'choosing') throw redirect(withRedirect(CHOOSE_PROJECT, wantedOf(request)))

    const subscription = store.dispatch(getProfile.initiate())
    const { data, error } = await subscription
    subscription.unsubscribe()
    // The server decides all the same; without a network the shell opens with what was known.
    const profile = data ?? (isUnreachable(error) ? recallProfile(store) : undefined)
    if (status() !== 'active') throw redirect(withRedirect(LOGIN, wantedOf(request)))
    if (!profile) throw error ?? new Error('no profile')
    // oxlint-disable-next-line typescript/only-throw-error -- how a loader answers 403
    if (!meets(profile, need)) throw new Response(null, { status: 403 })
    return null
  }
}

const isUnreachable = (error: unknown) =>
  isApiError(error) && (error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR')

/** The page is for guests: somebody who is signed in goes home. */
export function guestsOnly(store: AppStore) {
  return (): null => {
    if (selectStatus(store.getState()) === 'active') throw redirect(HOME)
    alerts.clear()
    return null
  }
}

/** The page needs somebody who has typed a password, whether or not they chose a project. */
export function requireSessions(store: AppStore) {
  return ({ request }: LoaderFunctionArgs): null => {
    if (selectStatus(store.getState()) === 'anonymous') {
      const target = redirectTarget(new URL(request.url).searchParams)
      throw redirect(withRedirect(LOGIN, target))
    }
    return null
  }
}
