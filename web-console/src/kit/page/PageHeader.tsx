import type { ReactNode } from 'react'
import styles from './page.module.css'
import { usePageTitle } from './usePageTitle'

interface Props {
  title: string
  /** One line below the title. */
  note?: ReactNode
  /** At the end: the page's one primary action comes last. */
  actions?: ReactNode
}

/** Head of a page; names the browser's tab as well. */
export function PageHeader({ title, note, actions }: Props) {
  usePageTitle(title)
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
