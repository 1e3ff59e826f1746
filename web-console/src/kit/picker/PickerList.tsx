import { CheckOutlined } from '@ant-design/icons'
import { Checkbox, Spin } from 'antd'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Ref as Entity } from '@/api/types'
import styles from './picker.module.css'
import type { PickerSource } from './types'

interface Props {
  title: string
  source: PickerSource
  rows: { id: Id }[]
  chosen: Entity[]
  isMultiple: boolean
  isFetching: boolean
  onToggle: (entity: Entity) => void
  /** The person has scrolled to the end. */
  onEnd: () => void
}

/** Heights of a row in pixels, without and with a second line. */
const ROW_HEIGHT = { plain: 36, detailed: 50 }

/** The rows of a picker; only those in sight are in the document. */
export function PickerList(props: Props) {
  const { title, source, rows, chosen, isMultiple, isFetching, onToggle, onEnd } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (source.detail ? ROW_HEIGHT.detailed : ROW_HEIGHT.plain),
    overscan: 8,
    initialRect: { width: 480, height: 360 },
  })
  const visible = virtualizer.getVirtualItems()
  const last = visible.at(-1)?.index
  useEffect(() => {
    if (last !== undefined && last >= rows.length - 1) onEnd()
  }, [last, rows.length, onEnd])

  if (rows.length === 0 && !isFetching) return <p className={styles.none}>{t('picker.none')}</p>
  return (
    <Spin spinning={isFetching && rows.length === 0}>
      <div ref={scroller} className={styles.scroller}>
        <ul
          className={styles.list}
          aria-label={title}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {visible.map(({ index, start, size }) => {
            const row = rows[index]!
            const entity = { id: row.id, name: source.label(row) }
            const isChosen = chosen.some(({ id }) => id === row.id)
            return (
              <li key={row.id} style={{ height: size, transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className={styles.row}
                  aria-pressed={isChosen}
                  onClick={() => onToggle(entity)}
                >
                  {isMultiple && <Checkbox checked={isChosen} tabIndex={-1} aria-hidden />}
                  <span className={styles.text}>
                    <span>{entity.name}</span>
                    {source.detail && <small>{source.detail(row)}</small>}
                  </span>
                  {!isMultiple && isChosen && <CheckOutlined aria-hidden />}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </Spin>
  )
}
