import type { RouteObject } from 'react-router'
import { Shell } from '../shell/Shell'
import type { AppStore } from '../store'
import { requireLogin } from './guards'
import { NotFound } from './NotFound'
import { RouteError } from './RouteError'
import { layoutRoutes } from './routes'

/** The common layout with every page inside it. */
export function layoutRoute(store: AppStore): RouteObject {
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
