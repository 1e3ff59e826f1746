import type { RefObject } from 'react'
import styles from './table.module.css'

interface Props {
  bar: RefObject<HTMLDivElement | null>
  /** Of the columns; 0 when all are in sight. */
  width: number
}

/** Above the footer, since the end of a long table is far away. For the mouse: arrow keys scroll the rows. */
export function SideScrollBar({ bar, width }: Props) {
  return (
    <div ref={bar} className={styles.bar} aria-hidden hidden={width === 0}>
      <div style={{ width }} />
    </div>
  )
}
