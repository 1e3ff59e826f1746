import { useDeferredValue, type ReactNode } from 'react'

/** What is below the first fields of a long form: they are shown and can be typed into, then it follows. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
