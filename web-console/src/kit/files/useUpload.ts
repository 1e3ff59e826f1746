import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { baseApi } from '@/api/baseApi'
import type { Tag } from '@/api/tags'
import { formData, type FormPart } from './formData'
import { upload } from './transfer'

interface State {
  isLoading: boolean
  /** From 0 to 1, while the file is sent; the server may work on after 1. */
  progress: number
}

const IDLE: State = { isLoading: false, progress: 0 }

/**
 * Sends files: `const [send, state] = useUpload<ImportUsersResponse>(['Users'])`. What carries the
 * tags is fetched anew when the server has taken them; leaving the page ends the transfer.
 */
export function useUpload<T>(tags: Tag[]) {
  const store = useStore()
  const [state, setState] = useState(IDLE)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  const send = async (path: string, parts: Record<string, FormPart>): Promise<T> => {
    underWay.current?.abort()
    const attempt = new AbortController()
    underWay.current = attempt
    setState({ isLoading: true, progress: 0 })
    try {
      const answer = await upload<T>(store, path, formData(parts), {
        signal: attempt.signal,
        onProgress: (progress) => setState({ isLoading: true, progress }),
      })
      store.dispatch(baseApi.util.invalidateTags(tags))
      return answer
    } finally {
      if (underWay.current === attempt) setState(IDLE)
    }
  }
  return [send, { ...state, abort: () => underWay.current?.abort() }] as const
}
