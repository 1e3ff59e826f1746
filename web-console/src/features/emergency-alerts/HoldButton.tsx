import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './alerts.module.css'

/** Milliseconds for which the button is held. */
export const HOLD = 2_000

interface Props {
  children: ReactNode
  icon?: ReactNode
  isLoading?: boolean
  /** Among the actions of a page: as wide as its words, and not the red of what goes on. */
  isInHead?: boolean
  disabled?: boolean
  onHeld: () => void
}

/** A button that does nothing at a touch: by pointer, or by Space or Enter, it has to be held. */
export function HoldButton({ children, icon, isLoading, isInHead, disabled, onHeld }: Props) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = () => {
    if (isHeld || isLoading || disabled) return
    setHeld(true)
    timer.current = setTimeout(() => {
      setHeld(false)
      onHeld()
    }, HOLD)
  }
  const isKey = (key: string) => key === 'Enter' || key === ' '
  return (
    <Button
      danger={!isInHead}
      type="primary"
      size={isInHead ? 'middle' : 'large'}
      className={isInHead ? `${styles.hold} ${styles.inHead}` : styles.hold}
      disabled={disabled ?? false}
      data-held={isHeld}
      icon={icon}
      loading={isLoading ?? false}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={(event) => {
        if (!isKey(event.key)) return
        event.preventDefault()
        press()
      }}
      onKeyUp={(event) => isKey(event.key) && release()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}
