import { useLayoutEffect, useRef, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How long after a step back a page may still grow to the height at which it was left, in milliseconds. */
const RESTORE_TIME_MS = 5_000

/**
 * The page scrolls in an element of its own, of which the browser knows nothing: another page begins at
 * its top, and a step back or forward leads to where that page was left.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const isStep = useNavigationType() === NavigationType.Pop
  const places = useRef(new Map<string, number>())
  const shown = useRef({ key, pathname })

  useLayoutEffect(() => {
    const element = page.current
    if (!element) return undefined
    const remember = () => places.current.set(shown.current.key, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [page])

  useLayoutEffect(() => {
    const element = page.current
    const isSamePage = shown.current.pathname === pathname
    // A search, a tab or a page of rows is another place in the history of the same page.
    if (isSamePage && element) places.current.set(key, element.scrollTop)
    shown.current = { key, pathname }
    if (isSamePage || !element) return undefined
    const place = isStep ? (places.current.get(key) ?? 0) : 0
    element.scrollTo({ top: place, behavior: 'instant' })
    return place > 0 ? scrollOnceTall(element, place) : undefined
  }, [key, pathname, isStep, page])
}

/** Rows come later than their page: tries again as it grows, until it is there or somebody scrolls. */
function scrollOnceTall(element: HTMLElement, place: number): () => void {
  const observer = new MutationObserver(() => {
    element.scrollTo({ top: place, behavior: 'instant' })
    if (element.scrollTop >= place - 1) end()
  })
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of TAKES_OVER) element.removeEventListener(type, end)
  }
  const timer = setTimeout(end, RESTORE_TIME_MS)
  for (const type of TAKES_OVER) element.addEventListener(type, end, { passive: true })
  observer.observe(element, { childList: true, subtree: true })
  return end
}

const TAKES_OVER = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
