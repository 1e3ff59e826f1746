import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { useGetGroupTreeQuery, type GroupNode } from './api'
import { GroupRow } from './GroupRow'
import styles from './GroupTree.module.css'
import { useTree } from './treeContext'

interface Props {
  label: string
  /** The groups of the level, where they are known already. */
  given: GroupNode[]
  /** What lies below them, where that is known too. */
  below?: Map<Id, GroupNode[]>
  isOpenAtFirst?: boolean
  /** The branch that is dragged lies above: nothing here can take it. */
  isBelowDragged?: boolean
}

/** Groups of one parent, one below the other. */
export function Level({ label, given, below, isOpenAtFirst = false, isBelowDragged }: Props) {
  return (
    <ul aria-label={label}>
      {given.map((node) => (
        <Branch
          key={node.id}
          node={node}
          below={below?.get(node.id)}
          isOpenAtFirst={isOpenAtFirst && node.children_count > 0}
          isBelowDragged={isBelowDragged}
        />
      ))}
    </ul>
  )
}

interface FetchedProps {
  parentId: Id
  label: string
  isBelowDragged: boolean
}

/** A level that nobody has asked for yet. */
export function FetchedLevel({ parentId, label, isBelowDragged }: FetchedProps) {
  const { t } = useTranslation('groups')
  const { data, error, refetch } = useGetGroupTreeQuery({ parentId, depth: 1 })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />
  return (
    <>
      <Level given={data.items} label={label} isBelowDragged={isBelowDragged} />
      {data.truncated && <p className={styles.note}>{t('tree.truncated')}</p>}
    </>
  )
}

interface BranchProps {
  node: GroupNode
  below: GroupNode[] | undefined
  isOpenAtFirst: boolean
  isBelowDragged: boolean | undefined
}

/** A group and, when it is open, what lies below it. */
function Branch({ node, below, isOpenAtFirst, isBelowDragged = false }: BranchProps) {
  const { dragged } = useTree()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { id, name, children_count: children } = node
  const isInDragged = isBelowDragged || dragged?.id === id
  return (
    <li>
      <GroupRow node={node} isOpen={isOpen} onOpen={setOpen} isInDragged={isInDragged} />
      {isOpen &&
        children > 0 &&
        (below ? (
          <Level given={below} label={name} isBelowDragged={isInDragged} />
        ) : (
          <FetchedLevel parentId={id} label={name} isBelowDragged={isInDragged} />
        ))}
    </li>
  )
}
