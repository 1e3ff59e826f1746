import { useEffect, useRef } from 'react'

/** Key (as `KeyboardEvent.key` has it) -> what it does. */
export type KeyMap = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Where a letter is text, not a command. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'
/** While one of these is open, the page below does not listen. */
const OVERLAY = '.ant-modal-wrap, .ant-popover:not(.ant-popover-hidden), [cmdk-root]'

/** Single-key commands of a page; silent while a person types or a dialog is open. */
export function useKeys(keys: KeyMap, isActive = true): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isActive) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const command = latest.current[event.key]
      if (!command || isTyping(event.target) || isCovered()) return
      event.preventDefault()
      command(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPING) !== null

const isCovered = () =>
  [...document.querySelectorAll<HTMLElement>(OVERLAY)].some(
    (element) => element.style.display !== 'none',
  )
