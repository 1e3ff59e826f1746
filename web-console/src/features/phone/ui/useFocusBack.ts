import { useEffect, useRef, type RefObject } from 'react'

/** Gives the focus back to what opened a panel, when the panel had it as it closed. */
export function useFocusBack(opener: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (wasOpen.current && !isOpen && isLost) opener.current?.focus()
    wasOpen.current = isOpen
  }, [opener, isOpen])
}
