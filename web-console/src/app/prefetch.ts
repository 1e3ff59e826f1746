import { useSyncExternalStore } from 'react'
import { matchPath } from 'react-router'
import type { PageModule } from '@/kit/resource'
import { entities, screens } from './screens'

interface PrefetchedPage {
  path: string
  load: PageModule
}

/** Where each page is found; lists before their forms. */
const pages = (): PrefetchedPage[] => [
  ...screens.map(({ path, page }) => ({ path, load: page })),
  ...entities.flatMap(({ path, pages: { list, form }, hasPage }) => [
    { path, load: list },
    { path: `${path}/add`, load: form },
    { path: `${path}/:id/edit`, load: form },
    ...(hasPage ? [{ path: `${path}/:id`, load: form }] : []),
  ]),
]

const started = new Set<PageModule>()

/** Whether somebody has been about to open a form, and its page is here. */
export const formIsNear = {
  is: false,
  listeners: new Set<() => void>(),
  tell() {
    if (this.is) return
    this.is = true
    for (const listener of this.listeners) listener()
  },
}

/** True from the first form on that somebody is about to open. */
export function useFormIsNear(): boolean {
  return useSyncExternalStore(
    (listener) => {
      formIsNear.listeners.add(listener)
      return () => formIsNear.listeners.delete(listener)
    },
    () => formIsNear.is,
  )
}

/** Somebody is about to open this address: its page is loaded before they have pressed. */
export function prefetch(path: string, known = pages()): void {
  const page = known.find((each) => matchPath(each.path, path))
  if (!page || started.has(page.load)) return
  started.add(page.load)
  page.load().then(
    () => {
      if (/\/(add|edit)$/.test(page.path)) formIsNear.tell()
    },
    // What fails now is loaded again when it is opened.
    () => started.delete(page.load),
  )
}

/** Loads the page behind a link once the pointer or the focus is on it, unless the person saves data. */
export function startPrefetch(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const known = pages()
  const onPoint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) {
      prefetch(link.pathname, known)
    }
  }
  document.addEventListener('pointerover', onPoint, { passive: true })
  document.addEventListener('focusin', onPoint)
}
