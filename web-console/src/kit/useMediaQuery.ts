import { useCallback, useSyncExternalStore } from 'react'

/** Whether a CSS media query holds, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** A phone held upright: cards in place of tables, a drawer in place of the side menu. */
export const useIsNarrow = () => useMediaQuery('(max-width: 767px)')
