import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '@/kit/page/usePageTitle'
import { LOGIN } from '@/kit/redirects'
import { AuthLayout } from './AuthLayout'
import styles from './auth.module.css'

interface Props {
  title: string
  lead?: ReactNode
  /** A picture over the heading. */
  badge?: ReactNode
  children?: ReactNode
  /** Ways on from here, under the form. */
  links?: { to: string; text: string }[]
}

/** Heading, form and ways on of a page before the console. */
export function AuthPage({ title, lead, badge, children, links }: Props) {
  usePageTitle(title)
  return (
    <AuthLayout>
      {badge}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {links && (
        <p className={styles.links}>
          {links.map(({ to, text }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </p>
      )}
    </AuthLayout>
  )
}

export const toLogin = (text: string) => ({ to: LOGIN, text })
