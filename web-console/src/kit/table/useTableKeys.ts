import type { InputRef } from 'antd'
import { useEffect, useState, type RefObject } from 'react'
import type { Id } from '@/api/types'
import { useKeys } from '../keyboard'
import type { HasId } from './types'

interface Options<Row extends HasId> {
  rows: Row[]
  search: RefObject<InputRef | null>
  onSelect?: (row: Row) => void
  onEdit?: (row: Row) => void
  onLook?: (row: Row) => void
  onBack: () => void
}

/** j and k move, x selects, e edits, Enter looks, / searches, Esc goes back, ? helps. */
export function useTableKeys<Row extends HasId>(options: Options<Row>) {
  const { rows, search, onSelect, onEdit, onLook, onBack } = options
  const [activeId, setActiveId] = useState<Id>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const at = rows.findIndex(({ id }) => id === activeId)
  const active = rows[at]

  const move = (step: number) => {
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)]
    if (next) setActiveId(next.id)
  }
  const withActive = (act: ((row: Row) => void) | undefined) =>
    active && act ? () => act(active) : undefined

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: withActive(onSelect),
    e: withActive(onEdit),
    // Judged when the key is pressed, by then the focus may have moved.
    get Enter() {
      return isOnControl() ? undefined : withActive(onLook)
    },
    '/': () => search.current?.focus(),
    '?': () => setHelpOpen(true),
    Escape: () => {
      onBack()
      setActiveId(undefined)
    },
  })
  useEffect(() => {
    if (activeId === undefined) return
    document.querySelector(`[data-row="${activeId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return { activeId, isHelpOpen, closeHelp: () => setHelpOpen(false) }
}

/** Enter on a focused link, button or field is its own. */
const isOnControl = () =>
  document.activeElement?.matches('a, button, input, [role="button"]') ?? false
