import type { ReactNode } from 'react'
import styles from './Details.module.css'

/** Names and values, one below the other; what has no value shows a dash. */
export function Details({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className={styles.details}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
