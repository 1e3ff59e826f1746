import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Loading } from '@/kit/feedback'
import { useErrorText } from '@/kit/errors'
import styles from './home.module.css'

interface Props {
  title: string
  isLoading: boolean
  error: unknown
  /** Where there is more of it. */
  link?: { to: string; text: string }
  isWide?: boolean
  /** Beside the other cards, as high as two of them. */
  isTall?: boolean
  /** Beside the title. */
  mark?: ReactNode
  children: ReactNode
}

/** The frame of every card of the dashboard. */
export function DashboardCard({
  title,
  isLoading,
  error,
  link,
  isWide,
  isTall,
  mark,
  children,
}: Props) {
  const errorText = useErrorText()
  return (
    <section className={styles.card} data-wide={isWide} data-tall={isTall} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {mark}
        <span className={styles.gap} />
        {link && <Link to={link.to}>{link.text}</Link>}
      </header>
      {error ? (
        <p className={styles.failed}>{errorText(error)}</p>
      ) : isLoading ? (
        <Loading title={false} paragraph={{ rows: 3 }} />
      ) : (
        children
      )}
    </section>
  )
}
