import { SyncOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { StatusTag } from '../status'
import type { ToneName } from '../theme'
import styles from './service.module.css'

export interface ServiceState {
  tone: ToneName
  text: string
  /** It is on its way to another state. */
  isBusy?: boolean
}

interface Props {
  title: string
  /** Left out while it is not known. */
  state: ServiceState | null | undefined
  actions: ReactNode
  children: ReactNode
}

/** A server beside the platform: its name, its state, what can be done to it, and what it is made of. */
export function ServiceCard({ title, state, actions, children }: Props) {
  return (
    <section className={styles.service} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {state && (
          <span role="status">
            <StatusTag tone={state.tone} icon={state.isBusy ? SyncOutlined : undefined}>
              {state.text}
            </StatusTag>
          </span>
        )}
        <div className={styles.actions}>{actions}</div>
      </header>
      {children}
    </section>
  )
}
