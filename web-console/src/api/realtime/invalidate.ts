import { baseApi } from '../baseApi'
import type { Tag } from '../tags'
import type { RealtimeContext } from './handlers'

/** A burst of pushes is one refetch: milliseconds from the first of them. */
export const GATHER = 800

type TagOf = Tag | { type: Tag; id: number | string }

let gathered = new Map<string, TagOf>()

/** Refetches what carries these tags, soon and together with what else changes meanwhile. */
export function invalidateSoon(tags: TagOf[], { dispatch }: Pick<RealtimeContext, 'dispatch'>) {
  const isFirst = gathered.size === 0
  for (const tag of tags) gathered.set(JSON.stringify(tag), tag)
  if (!isFirst || gathered.size === 0) return
  setTimeout(() => {
    const all = [...gathered.values()]
    gathered = new Map()
    dispatch(baseApi.util.invalidateTags(all))
  }, GATHER)
}
