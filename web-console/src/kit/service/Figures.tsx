import type { ReactNode } from 'react'
import styles from './service.module.css'

export interface Figure {
  name: string
  value: ReactNode
}

/** What is counted of something, side by side. */
export function Figures({ items }: { items: Figure[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
