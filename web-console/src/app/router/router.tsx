import {
  createBrowserRouter,
  redirect,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { selectStatus } from '@/api/session'
import { authPages, type AuthPage } from '@/features/auth'
import { loadTexts } from '@/kit/i18n/i18n'
import { HOME, LOGIN, withRedirect } from '@/kit/redirects'
import { importWithRetry } from '../importWithRetry'
import type { AppStore } from '../store'
import { startUpdates } from '../updates'
import { guestsOnly, requireSessions } from './guards'
import { RouteError } from './RouteError'
import { Splash } from './Splash'

const ROOT = 'root'

export function createRouter(store: AppStore) {
  const router = createBrowserRouter(
    [
      {
        id: ROOT,
        ErrorBoundary: RouteError,
        HydrateFallback: Splash,
        children: [
          { path: '/', loader: () => redirect(HOME) },
          ...authPages.map((each) => authRoute(store, each)),
          ...devRoutes(),
        ],
      },
    ],
    { patchRoutesOnNavigation: addLayout(store) },
  )
  leaveWhenSessionEnds(store, router)
  return router
}

/** A page before the console. */
function authRoute(store: AppStore, { path, rule, page, isNative }: AuthPage): RouteObject {
  const guards = { guest: guestsOnly(store), sessions: requireSessions(store), open: undefined }
  const withTexts = async () => (await Promise.all([importWithRetry(page), loadTexts('auth')]))[0]
  return {
    path,
    loader: guards[rule],
    lazy: isNative
      ? async () => ({ Component: (await withTexts()).default })
      : async () => {
          const [{ default: Page }, { withAntd }] = await Promise.all([
            withTexts(),
            import('./withAntd'),
          ])
          return { Component: withAntd(Page) }
        },
  }
}

/**
 * The pages of the console are known once one of them is asked for, so that the sign-in page
 * carries none of them.
 */
function addLayout(store: AppStore) {
  let isAdded = false
  return async ({ patch }: PatchRoutesOnNavigationFunctionArgs) => {
    if (isAdded) return
    const { consoleRoutes } = await importWithRetry(async () => import('./layout'))
    isAdded = true
    patch(ROOT, consoleRoutes(store))
    startUpdates()
    // Nobody who is yet to sign in is sent anything.
    void import('../realtime').then(({ startRealtime }) => startRealtime(store))
  }
}

type PatchRoutesOnNavigationFunctionArgs = Parameters<PatchRoutesOnNavigationFunction>[0]

type Router = ReturnType<typeof createBrowserRouter>

/** Signed out here, in another tab, or by the server: to the sign-in page, and back if expired. */
function leaveWhenSessionEnds(store: AppStore, router: Router): void {
  let known = selectStatus(store.getState())
  store.subscribe(() => {
    const status = selectStatus(store.getState())
    if (status === known) return
    known = status
    if (status !== 'anonymous') return
    const { pathname, search } = router.state.location
    if (pathname === LOGIN) return
    const { isExpired } = store.getState().session
    void router.navigate(isExpired ? withRedirect(LOGIN, pathname + search) : LOGIN)
  })
}

/** The demonstration of the kit; no part of a production build. */
function devRoutes(): RouteObject[] {
  if (!import.meta.env.DEV && import.meta.env.VITE_DEMO !== 'true') return []
  return [
    {
      path: '/dev/kit',
      lazy: async () => {
        const [{ KitDemo }, { withAntd }] = await Promise.all([
          import('@/dev/KitDemo'),
          import('./withAntd'),
        ])
        return { Component: withAntd(KitDemo) }
      },
    },
  ]
}
