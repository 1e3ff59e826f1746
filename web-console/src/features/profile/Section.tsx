import type { ReactNode } from 'react'
import styles from './profile.module.css'

interface Props {
  title: string
  text: string
  /** Beside the title, as "On". */
  state?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One way to be safe: what it is, whether it is on, and what to do about it. */
export function Section({ title, text, state, actions, children }: Props) {
  return (
    <section className={styles.section}>
      <div className={styles.words}>
        <h2>
          {title} {state}
        </h2>
        <p>{text}</p>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {children && <div className={styles.content}>{children}</div>}
    </section>
  )
}
