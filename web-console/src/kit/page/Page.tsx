import type { ReactNode } from 'react'
import { PageHeader } from './PageHeader'
import styles from './page.module.css'

interface Props {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page of the common layout: its head and its content. */
export function Page({ title, note, actions, children }: Props) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} note={note} actions={actions} />
      {children}
    </div>
  )
}
