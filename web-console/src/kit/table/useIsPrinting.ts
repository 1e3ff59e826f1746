import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: then every row has to be in the document. */
export const useIsPrinting = () => useSyncExternalStore(subscribe, isPrinting)

let isBetween = false

const isPrinting = () => isBetween || window.matchMedia('print').matches

function subscribe(notify: () => void): () => void {
  // The browser draws the paper as soon as the handler returns.
  const tell = (value: boolean) => () => {
    isBetween = value
    flushSync(notify)
  }
  const [begin, end] = [tell(true), tell(false)]
  const media = window.matchMedia('print')
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', notify)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', notify)
  }
}
