import { useEffect, useRef } from 'react'

/** Ctrl-K (or ⌘K), anywhere, even in a field. */
export function usePaletteKey(onToggle: () => void): void {
  const latest = useRef(onToggle)
  useEffect(() => {
    latest.current = onToggle
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // By place on the keyboard, so that it works under a Russian layout.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
