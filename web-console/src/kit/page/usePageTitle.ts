import { useEffect, useSyncExternalStore } from 'react'
import { PRODUCT } from '../brand/product'

/** Ends the title of every page. */
export const TITLE_SUFFIX = PRODUCT

let current = ''
const listeners = new Set<() => void>()

function setCurrent(title: string): void {
  current = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The title of the page in view, for what names it elsewhere. */
export const useCurrentTitle = (): string => useSyncExternalStore(subscribe, () => current)

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${TITLE_SUFFIX}` : TITLE_SUFFIX
    setCurrent(title)
  }, [title])
}
