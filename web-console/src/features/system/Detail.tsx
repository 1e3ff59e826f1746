import type { ReactNode } from 'react'
import styles from './system.module.css'

interface Props {
  name: string
  value: ReactNode
  isBad?: boolean
}

/** A dash stands for what is not known or not there. */
export function Detail({ name, value, isBad }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? styles.bad : undefined}>{value ?? '–'}</dd>
    </div>
  )
}
