import { Outlet, type RouteObject } from 'react-router'
import { remoteControlPage } from '@/features/remote-control'
import { startPrefetch } from '../prefetch'
import { Shell } from '../shell/Shell'
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
      children: [standaloneRoute(store, remoteControlPage), layoutRoute(store)],
    },
  ]
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
