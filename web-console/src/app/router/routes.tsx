import type { RouteObject } from 'react-router'
import type { Entity, PageModule, Screen } from '@/kit/resource'
import { importWithRetry } from '../importWithRetry'
import { entities, screens } from '../screens'
import type { AppStore } from '../store'
import { requireLogin } from './guards'

/** What the shell reads of the page in view: its place in the menu and its breadcrumbs. */
export interface PageHandle {
  /** Key of the resource or screen. */
  key: string
  kind: 'screen' | 'list' | 'add' | 'edit' | 'page'
  path: string
}

const page = (load: PageModule) => async () => ({
  Component: (await importWithRetry(load)).default,
})

export function screenRoute(store: AppStore, screen: Screen): RouteObject {
  return {
    path: screen.path,
    loader: requireLogin(store, screen.need),
    handle: { key: screen.key, kind: 'screen', path: screen.path } satisfies PageHandle,
    lazy: page(screen.page),
  }
}

/** A page outside the common layout, for who is signed in. */
export function standaloneRoute(
  store: AppStore,
  { path, need, page: load }: Pick<Screen, 'path' | 'need' | 'page'>,
): RouteObject {
  return { path, loader: requireLogin(store, need), lazy: page(load) }
}

/** A list, `/add`, `/{id}/edit` and, where there is one, the page of a row at `/{id}`. Whoever may read may open the form; it says what may change. */
export function entityRoutes(store: AppStore, entity: Entity): RouteObject[] {
  const { key, path, can, pages, hasPage } = entity
  const handle = (kind: PageHandle['kind']): PageHandle => ({ key, kind, path })
  return [
    {
      path,
      loader: requireLogin(store, can.read),
      handle: handle('list'),
      lazy: page(pages.list),
    },
    {
      path: `${path}/add`,
      loader: requireLogin(store, can.create),
      handle: handle('add'),
      lazy: page(pages.form),
    },
    {
      path: `${path}/:id/edit`,
      loader: requireLogin(store, can.read),
      handle: handle('edit'),
      lazy: page(pages.form),
    },
    ...(hasPage
      ? [
          {
            path: `${path}/:id`,
            loader: requireLogin(store, can.read),
            handle: handle('page'),
            lazy: page(pages.form),
          },
        ]
      : []),
  ]
}

/** The pages inside the common layout. */
export function layoutRoutes(store: AppStore): RouteObject[] {
  return [
    ...screens.map((screen) => screenRoute(store, screen)),
    ...entities.flatMap((entity) => entityRoutes(store, entity)),
  ]
}
