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

/** Somebody is about to open this address: its page is loaded before they have pressed. */
export function prefetch(path: string, known = pages()): void {
  const page = known.find((each) => matchPath(each.path, path))
  if (!page || started.has(page.load)) return
  started.add(page.load)
  // What fails now is loaded again when it is opened.
  page.load().catch(() => started.delete(page.load))
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
