import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import styles from './table.module.css'
import type { HasId, RowAction } from './types'
import { menuOf } from './menuOf'

interface RowMenuControl {
  /** A press begins: it closes a menu of the row that is open, and must not open it again. */
  press: (id: Id) => void
  open: (row: HasId, button: HTMLElement) => void
}

const RowMenuContext = createContext<RowMenuControl>({
  press: () => undefined,
  open: () => undefined,
})

interface Opened<Row> {
  row: Row
  button: HTMLElement
}

interface Props<Row extends HasId> {
  actions: RowAction<Row>[]
  children: ReactNode
}

/** Holds the one menu of all rows: it opens at the button that was pressed. */
export function RowMenuHost<Row extends HasId>({ actions, children }: Props<Row>) {
  const [opened, setOpened] = useState<Opened<Row>>()
  const openId = useRef<Id>(undefined)
  const closing = useRef<Id>(undefined)
  useEffect(() => {
    openId.current = opened?.row.id
  })
  const control = useMemo<RowMenuControl>(
    () => ({
      press: (id) => {
        closing.current = openId.current === id ? id : undefined
      },
      open: (row, button) => {
        if (closing.current !== row.id) setOpened({ row: row as Row, button })
        closing.current = undefined
      },
    }),
    [],
  )
  return (
    <RowMenuContext value={control}>
      {children}
      {opened && <OpenMenu {...opened} actions={actions} onClose={() => setOpened(undefined)} />}
    </RowMenuContext>
  )
}

interface OpenMenuProps<Row> extends Opened<Row> {
  actions: RowAction<Row>[]
  onClose: () => void
}

function OpenMenu<Row>({ row, button, actions, onClose }: OpenMenuProps<Row>) {
  const { left, top, width, height } = button.getBoundingClientRect()
  const close = () => {
    button.focus({ preventScroll: true })
    onClose()
  }
  // The button moves away under a menu that stays.
  useEffect(() => {
    document.addEventListener('scroll', onClose, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onClose, { capture: true })
  }, [onClose])
  const menu = menuOf(row, actions, close)
  return (
    <Dropdown
      open
      // A menu that a press opened is what the keys are for.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={menu}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
    >
      <span
        aria-hidden
        style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }}
      />
    </Dropdown>
  )
}

/** At the end of a row. */
export function RowMenuButton({ row, label }: { row: HasId; label: string }) {
  const { t } = useTranslation()
  const { press, open } = useContext(RowMenuContext)
  return (
    <button
      type="button"
      className={styles.menuButton}
      aria-haspopup="menu"
      aria-label={t('table.actionsOf', { name: label })}
      onPointerDown={() => press(row.id)}
      onClick={(event) => open(row, event.currentTarget)}
    >
      <MoreOutlined aria-hidden />
    </button>
  )
}
