import { RightOutlined } from '@ant-design/icons'
import { useEffect, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { GroupTypeTag } from '@/features/group-types'
import { pathsOf } from '@/kit/resource'
import { RowMenu } from '@/kit/table'
import type { GroupNode } from './api'
import styles from './GroupTree.module.css'
import { ManagedTag } from './ManagedTag'
import { groups } from './resource'
import { useTree } from './treeContext'

/** Milliseconds that something is held over a closed branch before it opens. */
const OPEN_AFTER = 600

interface Props {
  node: GroupNode
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  isInDragged: boolean
}

/** One group of the tree: what it is, what can be done with it; dragged, and dropped upon. */
export function GroupRow({ node, isOpen, onOpen, isInDragged }: Props) {
  const { t } = useTranslation('groups')
  const { types, actions, mayMove } = useTree()
  const { id, name, children_count: children, domain_type_id, logic_address } = node
  const drag = useDrag(node, isInDragged, () => children > 0 && onOpen(true))
  return (
    <div
      className={styles.row}
      data-dragged={isInDragged}
      data-over={drag.isOver}
      draggable={mayMove}
      {...drag.handlers}
    >
      {children > 0 ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t('tree.toggle', { name })}
          onClick={() => onOpen(!isOpen)}
        >
          <RightOutlined aria-hidden />
        </button>
      ) : (
        <span className={styles.leaf} aria-hidden />
      )}
      <Link to={pathsOf(groups).of(id)} draggable={false}>
        {name}
      </Link>
      {domain_type_id !== null && (
        <span className={styles.type}>
          <GroupTypeTag type={types.find((type) => type.id === domain_type_id)} />
        </span>
      )}
      {logic_address && <span className="mono">{logic_address}</span>}
      <ManagedTag group={{ id }} />
      {children > 0 && (
        <span className={styles.count}>{t('tree.children', { count: children })}</span>
      )}
      <span className={styles.menu}>
        <RowMenu row={{ id, name }} label={name} actions={actions} />
      </span>
    </div>
  )
}

/** A row as something that is dragged, and as something that takes what is dragged. */
function useDrag({ id, name, parent_id }: GroupNode, isInDragged: boolean, open: () => void) {
  const { dragged, setDragged, drop } = useTree()
  const [isHeldOver, setOver] = useState(false)
  const takes = dragged !== undefined && !isInDragged && dragged.parentId !== id
  const isOver = isHeldOver && takes

  useEffect(() => {
    if (!isHeldOver || isInDragged) return undefined
    const timer = setTimeout(open, OPEN_AFTER)
    return () => clearTimeout(timer)
    // The branch opens once for each time that something is held over it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHeldOver, isInDragged])

  const handlers = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', name)
      setDragged({ id, name, parentId: parent_id })
    },
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      setOver(true)
      if (takes) event.preventDefault()
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (takes) drop(id)
    },
  }
  return { isOver, handlers }
}
