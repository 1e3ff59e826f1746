import { Outlet, redirectDocument, type RouteObject } from 'react-router'
import { alertBoardPage } from '@/features/emergency-alerts'
import { remoteControlPage } from '@/features/remote-control'
import { Shell } from '../shell/Shell'
import { startPrefetch } from '../prefetch'
import type { AppStore } from '../store'
import { requireLogin } from './guards'
import { NotFound } from './NotFound'
import { RouteError } from './RouteError'
import { layoutRoutes, standaloneRoute } from './routes'
import { withAntd } from './withAntd'

/** Every page of the console: those that stand alone, and the common layout. */
export function consoleRoutes(store: AppStore): RouteObject[] {
  startPrefetch()
  return [
    {
      Component: withAntd(Outlet),
      children: [
        standaloneRoute(store, remoteControlPage),
        standaloneRoute(store, alertBoardPage),
        announcePage,
        layoutRoute(store),
      ],
    },
  ]
}

/** The page of a recipient is no part of the console: a notification leads there by loading it. */
const announcePage: RouteObject = {
  path: '/announce/:token',
  loader: ({ request }) => {
    const { pathname } = new URL(request.url)
    return location.pathname === pathname ? null : redirectDocument(pathname)
  },
  Component: NotFound,
}

/** The common layout with every page inside it. */
function layoutRoute(store: AppStore): RouteObject {
  return {
    Component: Shell,
    loader: requireLogin(store),
    children: [
      {
        ErrorBoundary: RouteError,
        children: [
          ...layoutRoutes(store),
          { path: '*', loader: requireLogin(store), Component: NotFound },
        ],
      },
    ],
  }
}
