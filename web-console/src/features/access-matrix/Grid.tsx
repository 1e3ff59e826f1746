import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessMatrixDoor } from '@/api/generated/access-matrix'
import { useIsNarrow } from '@/kit/useMediaQuery'
import styles from './access-matrix.module.css'
import { CELL_LOOKS, stateOf, useCellWords } from './cells'
import type { Line } from './fold'
import { moved, type Place } from './moves'

const ROW_HEIGHT = 36
const CELL_WIDTH = 46
const HEAD_HEIGHT = 172
const NAME_WIDTH = 248
const NARROW_NAME_WIDTH = 132
/** Rows and columns beyond the edges, so that a turn of the wheel shows no gap. */
const OVERSCAN = 6

interface Props {
  label: string
  lines: Line[]
  doors: AccessMatrixDoor[]
  isLoading: boolean
  onToggle: (key: string) => void
  onUser: (line: Line) => void
  onDoor: (door: AccessMatrixDoor) => void
  onCell: (line: Line, door: AccessMatrixDoor) => void
}

/**
 * Users by doors; only the cells in sight are in the document. One stop for the Tab key: arrows move from cell to cell,
 * Enter explains, Space opens and closes a group of equal rows.
 */
export function Grid({ label, lines, doors, isLoading, onToggle, onUser, onDoor, onCell }: Props) {
  const { t } = useTranslation('access-matrix')
  const say = useCellWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const nameWidth = isNarrow ? NARROW_NAME_WIDTH : NAME_WIDTH
  const [wanted, setPlace] = useState<Place>({ row: 0, column: 0 })
  const place = {
    row: Math.min(wanted.row, lines.length - 1),
    column: Math.min(wanted.column, doors.length - 1),
  }
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    paddingStart: HEAD_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 1200, height: 700 },
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: doors.length,
    getScrollElement: () => box.current,
    estimateSize: () => CELL_WIDTH,
    scrollPaddingStart: nameWidth,
    paddingStart: nameWidth,
    overscan: OVERSCAN,
    initialRect: { width: 1200, height: 700 },
  })
  useEffect(() => columns.measure(), [columns, nameWidth])

  const act = (event: React.KeyboardEvent) => {
    const line = lines[place.row]
    const door = doors[place.column]
    if (event.target !== box.current || !line || !door) return
    if (event.key === 'Enter') onCell(line, door)
    else if (event.key === ' ' && line.users.length > 1) onToggle(line.key)
    else {
      const next = moved(place, event, { rows: lines.length, columns: doors.length })
      if (!next) return
      setPlace(next)
      rows.scrollToIndex(next.row)
      columns.scrollToIndex(next.column)
    }
    event.preventDefault()
  }

  const cellId = (at: Place) => `${id}-${at.row}-${at.column}`
  const visible = rows.getVirtualItems()
  const across = columns.getVirtualItems()
  const isDrawn =
    visible.some(({ index }) => index === place.row) &&
    across.some(({ index }) => index === place.column)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the grid is one stop of the Tab key
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={doors.length + 1}
      aria-busy={isLoading}
      aria-activedescendant={isDrawn ? cellId(place) : undefined}
      tabIndex={0}
      className={styles.grid}
      data-loading={isLoading}
      onKeyDown={act}
      style={
        { '--name-width': `${nameWidth}px`, '--head-height': `${HEAD_HEIGHT}px` } as CSSProperties
      }
    >
      <div
        role="presentation"
        style={{ height: rows.getTotalSize(), width: columns.getTotalSize(), position: 'relative' }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={styles.head}
          style={{ width: columns.getTotalSize() }}
        >
          <div role="columnheader" aria-colindex={1} className={styles.corner}>
            {t('person')}
          </div>
          {across.map(({ index, start }) => {
            const door = doors[index]!
            const name = doorName(door)
            return (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its button has its name
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                className={styles.door}
                data-active={index === place.column}
                style={{ left: start }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  title={t('whoCanEnter', { name })}
                  onClick={() => onDoor(door)}
                >
                  <span>{door.device?.name}</span>
                  <small>{door.lock_number}</small>
                </button>
              </div>
            )
          })}
        </div>
        {visible.map(({ index, start }) => {
          const line = lines[index]!
          return (
            <div
              key={line.key}
              role="row"
              aria-rowindex={index + 2}
              className={styles.line}
              data-member={line.isMember}
              style={{ top: start, width: columns.getTotalSize() }}
            >
              <Name
                line={line}
                isActive={index === place.row}
                onToggle={onToggle}
                onUser={onUser}
              />
              {across.map(({ index: column, start: left }) => {
                const cell = line.cells[column]
                const { tone, icon: Icon } = CELL_LOOKS[stateOf(cell)]
                const words = say(cell)
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/control-has-associated-label -- the grid has the keys; its words are its label
                  <div
                    key={column}
                    id={cellId({ row: index, column })}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-label={words}
                    title={words}
                    tabIndex={-1}
                    className={styles.cell}
                    data-active={index === place.row && column === place.column}
                    style={{ left }}
                    onClick={() => {
                      setPlace({ row: index, column })
                      onCell(line, doors[column]!)
                    }}
                  >
                    <span className={styles.sign} data-tone={tone}>
                      <Icon aria-hidden />
                    </span>
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

export const doorName = ({ device, lock_number: lock }: AccessMatrixDoor) =>
  `${device?.name ?? ''} · ${lock}`

interface NameProps {
  line: Line
  isActive: boolean
  onToggle: (key: string) => void
  onUser: (line: Line) => void
}

/** Who a line is about: one person, or the first of several and how many more. */
function Name({ line, isActive, onToggle, onUser }: NameProps) {
  const { t } = useTranslation('access-matrix')
  const [first] = line.users
  const count = line.users.length - 1
  const name = first?.name ?? ''
  const title = line.users.map((user) => user.name).join(', ')
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={styles.name}
      data-active={isActive}
      title={title}
    >
      {count > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.fold}
          aria-expanded={line.isOpen}
          aria-label={t(line.isOpen ? 'close' : 'open', { name, count })}
          onClick={() => onToggle(line.key)}
        >
          {line.isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.user}
        data-off={!line.isActive}
        onClick={() => (count > 0 ? onToggle(line.key) : onUser(line))}
      >
        <span>{name}</span>
        {count > 0 && <small>{t('andMore', { count })}</small>}
      </button>
    </div>
  )
}
