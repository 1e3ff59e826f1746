import type { Id } from '@/api/types'
import type { GroupNode } from './api'

/** More roots than this are shown closed: they are a list of their own. */
const OPEN_ROOTS = 10

/** An answer of two levels, as the roots and the level below each. */
export interface FirstLevels {
  roots: GroupNode[]
  /** Absent where the answer does not hold the whole level. */
  below: Map<Id, GroupNode[]>
  /** Whether the roots stand open at first. */
  isOpen: boolean
}

export function firstLevels(items: GroupNode[], isTruncated: boolean): FirstLevels {
  const roots = items.filter(({ depth }) => depth === 0)
  const below = new Map<Id, GroupNode[]>()
  for (const node of items) {
    if (node.depth !== 1 || node.parent_id === null) continue
    below.set(node.parent_id, [...(below.get(node.parent_id) ?? []), node])
  }
  if (isTruncated) {
    for (const { id, children_count: count } of roots) {
      if (below.get(id)?.length !== count) below.delete(id)
    }
  }
  return { roots, below, isOpen: roots.length <= OPEN_ROOTS }
}
