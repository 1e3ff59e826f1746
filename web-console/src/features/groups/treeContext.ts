import { createContext, useContext } from 'react'
import type { Id, Ref } from '@/api/types'
import type { GroupType } from '@/features/group-types'
import type { RowAction } from '@/kit/table'

/** A group that is being dragged. */
export interface Dragged extends Ref {
  parentId: Id | null
}

interface Tree {
  types: GroupType[]
  actions: RowAction<Ref>[]
  mayMove: boolean
  dragged: Dragged | undefined
  setDragged: (dragged: Dragged | undefined) => void
  /** The dragged group was let go over a group, or over the place for roots. */
  drop: (target: Id | null) => void
}

/** What every branch of the tree shares. */
export const TreeContext = createContext<Tree | undefined>(undefined)

export function useTree(): Tree {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('a branch stands outside the tree')
  return tree
}
