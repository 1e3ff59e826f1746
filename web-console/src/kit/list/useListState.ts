import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListQuery } from '@/api/list'
import { changeListState, parseListState, toListQuery, type ListState } from './listState'

export interface ListControl {
  state: ListState
  /** What to ask the server. */
  query: ListQuery
  set: (change: Partial<ListState>) => void
}

/**
 * State of a list, kept in the address: shareable, safe from the back button, and what a saved
 * view is made of. `defaults` are read once.
 */
export function useListState(defaults: Partial<ListState> = {}): ListControl {
  const [initial] = useState(defaults)
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => parseListState(params, initial), [params, initial])
  const query = useMemo(() => toListQuery(state), [state])
  // The router gives a function what was there when it was made: somebody who types into the search and opens a dialog
  // before the search begins would have it closed again.
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])
  const set = useCallback(
    (change: Partial<ListState>) => {
      // What opens over the list is a step that "back" undoes.
      const opens = Boolean(change.preview || change.dialog)
      latest.current = changeListState(latest.current, change, initial)
      setParams(latest.current, { replace: !opens })
    },
    [setParams, initial],
  )
  return { state, query, set }
}
