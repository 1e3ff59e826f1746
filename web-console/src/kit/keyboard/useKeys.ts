import { useEffect, useRef } from 'react'

/** Key (as `KeyboardEvent.key` has it) -> what it does. */
export type KeyMap = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Where a letter is text, not a command. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'
/** While one of these is open, the page below does not listen. */
const OVERLAY = [
  '.ant-modal-wrap',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  // A drawer without a mask leaves the page below in use.
  '.ant-drawer-open > .ant-drawer-mask',
  '[cmdk-root]',
].join()

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
      const command = latest.current[keyOf(event)]
      if (!command || isTyping(event.target) || isCovered()) return
      event.preventDefault()
      command(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}

/**
 * The key that a person means. Under a layout of other letters (Russian, Greek) a letter is known by
 * its place on the keyboard, and so are `/` and `?`, which are `.` and `,` there.
 */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isOtherLetter = key.length === 1 && key > '\u007f'
  return letter && isOtherLetter ? letter.toLowerCase() : key
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TYPING) !== null

const isCovered = () =>
  [...document.querySelectorAll<HTMLElement>(OVERLAY)].some(
    (element) => element.style.display !== 'none',
  )
