import { ExclamationCircleFilled, RightOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Input } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '@/kit/feedback'
import { useServerMessage } from '@/kit/errors'
import type { PlanCounts, PlannedGroup } from '../api'
import styles from './generate.module.css'
import { openAtFirst, planTree, visibleRows, type PlanRow } from './planTree'

interface Props {
  items: PlannedGroup[]
  counts: PlanCounts | undefined
  isStale: boolean
  onRename: (key: number, name: string) => void
}

const ROW_HEIGHT = 34

/** The plan as a tree whose names may be edited; only the rows in sight are in the document. */
export function PlanTree({ items, counts, isStale, onRename }: Props) {
  const { t } = useTranslation('structure')
  const roots = useMemo(() => planTree(items), [items])
  const shape = items.length
  const { isOpen, toggle } = useOpen(roots, shape)
  const rows = useMemo(() => visibleRows(roots, isOpen), [roots, isOpen])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    initialRect: { width: 480, height: 420 },
  })
  if (items.length === 0) return <Loading title={false} paragraph={{ rows: 8 }} />
  return (
    <>
      {counts && <Counts counts={counts} />}
      <div ref={scroller} className={styles.scroller} data-stale={isStale} aria-busy={isStale}>
        <ul
          className={styles.tree}
          aria-label={t('generate.preview')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            const { key } = row.node.group
            return (
              <li key={key} style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}>
                <PlanItem row={row} isOpen={isOpen(key)} onToggle={toggle} onRename={onRename} />
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** Which branches are open; a plan of another shape starts anew. */
function useOpen(roots: ReturnType<typeof planTree>, shape: number) {
  const [state, setState] = useState({ shape: -1, open: new Set<number>() })
  if (state.shape !== shape) setState({ shape, open: openAtFirst(roots) })
  const isOpen = useMemo(() => (key: number) => state.open.has(key), [state])
  const toggle = (key: number) =>
    setState(({ open }) => {
      const next = new Set(open)
      if (!next.delete(key)) next.add(key)
      return { shape, open: next }
    })
  return { isOpen, toggle }
}

function Counts({ counts }: { counts: PlanCounts }) {
  const { t } = useTranslation('structure')
  const levels = ['buildings', 'units', 'floors', 'apartments'] as const
  return (
    <p className={styles.counts} role="status">
      {levels
        .filter((level) => counts[level] > 0)
        .map((level) => (
          <span key={level}>{t(`options.planned.${level}`, { count: counts[level] })}</span>
        ))}
      {counts.obstacles > 0 && (
        <strong>
          <ExclamationCircleFilled aria-hidden />{' '}
          {t('generate.obstacles', { count: counts.obstacles })}
        </strong>
      )}
    </p>
  )
}

interface ItemProps {
  row: PlanRow
  isOpen: boolean
  onToggle: (key: number) => void
  onRename: (key: number, name: string) => void
}

function PlanItem({ row: { node, depth }, isOpen, onToggle, onRename }: ItemProps) {
  const { t } = useTranslation('structure')
  const message = useServerMessage()
  const { group, children, obstacles } = node
  return (
    <div className={styles.item} style={{ paddingInlineStart: depth * 20 }}>
      {children.length > 0 ? (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t('generate.inside', { name: group.name })}
          onClick={() => onToggle(group.key)}
        >
          <RightOutlined aria-hidden />
        </button>
      ) : (
        <span className={styles.toggle} aria-hidden />
      )}
      <Input
        size="small"
        variant="borderless"
        className={styles.name}
        aria-label={t('generate.nameOf', { name: group.name })}
        status={group.name.trim() === '' ? 'error' : undefined}
        maxLength={100}
        value={group.name}
        onChange={({ target }) => onRename(group.key, target.value)}
      />
      {group.obstacle ? (
        <span className={styles.obstacle} title={message(group.obstacle)}>
          {message(group.obstacle)}
        </span>
      ) : (
        obstacles > 0 &&
        !isOpen && (
          <span className={styles.obstacle}>{t('generate.obstacles', { count: obstacles })}</span>
        )
      )}
      {group.logic_address && <span className="mono">{group.logic_address}</span>}
    </div>
  )
}
