import { useCallback, useRef } from 'react'

/** The same function at every render, which does what the last one given does: a memoised row is not drawn anew for it. */
export function useStable<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run)
  // At once and in no effect: rows that are drawn in this render call it.
  // oxlint-disable-next-line react/refs
  latest.current = run
  return useCallback((...args: Args) => latest.current(...args), [])
}
