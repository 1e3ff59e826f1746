import { RightOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorState } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { type GroupNode, type GroupType, useGetGroupTreeQuery, useGroupTypes } from './api'
import { GroupTypeTag } from './GroupTypeTag'
import styles from './GroupTree.module.css'
import { groups } from './resource'

/** The groups as the tree they are. A level is fetched when it is opened. */
export function GroupTree() {
  const { t } = useTranslation('groups')
  const { data: types } = useGroupTypes()
  return (
    <div className={styles.tree}>
      <Level types={types?.items ?? []} label={t('tree.label')} isRoot />
    </div>
  )
}

interface LevelProps {
  parentId?: number
  types: GroupType[]
  label: string
  /** The roots: few, so the first is open at once when it is the only one. */
  isRoot?: boolean
}

function Level({ parentId, types, label, isRoot = false }: LevelProps) {
  const { t } = useTranslation('groups')
  const { data, error, refetch } = useGetGroupTreeQuery({ parentId, depth: 1 })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return (
    <>
      <ul aria-label={label}>
        {data.items.map((node) => (
          <Branch
            key={node.id}
            node={node}
            types={types}
            isOpenAtFirst={isRoot && data.items.length === 1}
          />
        ))}
      </ul>
      {data.truncated && <p className={styles.note}>{t('tree.truncated')}</p>}
      {isRoot && data.items.length === 0 && <p className={styles.note}>{t('tree.empty')}</p>}
    </>
  )
}

interface BranchProps {
  node: GroupNode
  types: GroupType[]
  isOpenAtFirst: boolean
}

function Branch({ node, types, isOpenAtFirst }: BranchProps) {
  const { t } = useTranslation('groups')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { id, name, children_count: children, domain_type_id, logic_address } = node
  return (
    <li>
      <div className={styles.row}>
        {children > 0 ? (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={t('tree.toggle', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <RightOutlined aria-hidden />
          </button>
        ) : (
          <span className={styles.leaf} aria-hidden />
        )}
        <Link to={pathsOf(groups).edit(id)}>{name}</Link>
        {domain_type_id !== null && (
          <GroupTypeTag type={types.find((type) => type.id === domain_type_id)} />
        )}
        {logic_address && <span className="mono">{logic_address}</span>}
        {children > 0 && (
          <span className={styles.count}>{t('tree.children', { count: children })}</span>
        )}
      </div>
      {isOpen && children > 0 && <Level parentId={id} types={types} label={name} />}
    </li>
  )
}
