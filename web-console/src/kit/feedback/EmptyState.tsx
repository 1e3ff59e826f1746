import type { ComponentType, ReactNode } from 'react'
import styles from './states.module.css'

interface Props {
  icon: ComponentType
  title: string
  /** What the thing is for. */
  text: string
  /** The one primary action. */
  action?: ReactNode
}

/** In place of a list that has nothing yet: says what it is for and how to begin. */
export function EmptyState({ icon: Icon, title, text, action }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.badge} aria-hidden>
        <Icon />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  )
}
