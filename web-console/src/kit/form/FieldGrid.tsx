import type { ReactNode } from 'react'
import styles from './form.module.css'

interface Props {
  title?: string
  text?: string
  children: ReactNode
}

/** A group of fields, two in a row where there is room. */
export function FieldGrid({ title, text, children }: Props) {
  return (
    <section className={styles.group}>
      {title && (
        <div className={styles.groupHead}>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
        </div>
      )}
      <div className={styles.grid}>{children}</div>
    </section>
  )
}
