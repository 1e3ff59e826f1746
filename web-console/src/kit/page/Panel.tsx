import type { ReactNode } from 'react'
import styles from './Panel.module.css'

interface Props {
  title: string
  /** At the end of the heading: a link to all of it, or what can be done. */
  extra?: ReactNode
  children: ReactNode
}

/** A part of a page that shows one thing: its heading, and what there is. */
export function Panel({ title, extra, children }: Props) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  )
}

/** Panels in two columns, the second the wider one; one below the other where there is no room. */
export function Panels({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div>{children}</div>
      <div>{side}</div>
    </div>
  )
}
