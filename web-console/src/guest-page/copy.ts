import { h } from './dom'
import type { Texts } from './texts'

/** How long the button says that it has copied. */
const SAID_MS = 2_000

/** A button that copies a text; none where the browser cannot. */
export function copyButton(text: string, texts: Texts): HTMLElement | false {
  // Absent over plain http.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return false
  const button = h('button', { type: 'button', class: 'plain' }, texts.copy)
  button.addEventListener('click', () => {
    clipboard.writeText(text).then(
      () => {
        button.textContent = texts.copied
        setTimeout(() => (button.textContent = texts.copy), SAID_MS)
      },
      () => undefined,
    )
  })
  return button
}
