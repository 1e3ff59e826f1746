/**
 * Runs `start` now, its stop when the page is left, and `start` again when the browser brings the page
 * back from its memory (the back/forward cache). Answers what ends it.
 */
export function whilePageLives(start: () => () => void): () => void {
  let stop: (() => void) | undefined = start()
  const end = () => {
    stop?.()
    stop = undefined
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !stop) stop = start()
  }
  window.addEventListener('pagehide', end)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', end)
    window.removeEventListener('pageshow', onShow)
    end()
  }
}
