import type { ComponentType } from 'react'
import { AuthPage } from './AuthPage'
import styles from './auth.module.css'

interface Props {
  tone: 'success' | 'warning'
  icon: ComponentType
  title: string
  text: string
  links?: { to: string; text: string }[]
}

/** The end of a way: it worked, or it cannot be gone, and what is next. */
export function Notice({ tone, icon: Icon, title, text, links }: Props) {
  return (
    <AuthPage
      title={title}
      lead={text}
      links={links}
      badge={
        <span className={styles.badge} data-tone={tone} aria-hidden>
          <Icon />
        </span>
      }
    />
  )
}
