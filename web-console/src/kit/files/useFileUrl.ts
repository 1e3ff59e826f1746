import { useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { download } from './transfer'

interface State {
  /** Of a file that has come, for an image; undefined before. */
  url?: string
  error?: unknown
}

/** A file of the server as an address that an image can have: it is fetched with the session's token. */
export function useFileUrl(path: string): State {
  const store = useStore()
  const [state, setState] = useState<State>({})
  useEffect(() => {
    const attempt = new AbortController()
    let url: string | undefined
    download(store, path, { signal: attempt.signal }).then(
      ({ blob }) => {
        if (attempt.signal.aborted) return
        url = URL.createObjectURL(blob)
        setState({ url })
      },
      (error: unknown) => {
        if (!attempt.signal.aborted) setState({ error })
      },
    )
    return () => {
      attempt.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [store, path])
  return state
}
