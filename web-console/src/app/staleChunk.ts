const RELOADED_KEY = 'reloadedForChunk'
/** A chunk that is missing again so soon after a reload is not a matter of an old page. */
const PATIENCE = 60_000

/** After an update of the server, the chunks an open page still asks for are gone: load it anew. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_KEY))
    if (Date.now() - last < PATIENCE) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    location.reload()
  })
}
