import { useState } from 'react'

/** A signed link of an image, and a new one when it does not load; lost when that does not load either. */
export function useFreshImage(url: string, renew: (() => Promise<string | undefined>) | undefined) {
  const [state, setState] = useState({ url, src: url, isRenewed: false, isLost: false })
  if (state.url !== url) setState({ url, src: url, isRenewed: false, isLost: false })
  const onError = () => {
    const lost = () => setState((now) => ({ ...now, isLost: true }))
    if (state.isRenewed || !renew) return lost()
    setState((now) => ({ ...now, isRenewed: true }))
    renew().then((src) => {
      if (src === undefined || src === state.src) lost()
      else setState((now) => ({ ...now, src }))
    }, lost)
  }
  return { src: state.src, isLost: state.isLost, onError }
}
