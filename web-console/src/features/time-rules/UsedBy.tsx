import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import styles from './time-rules.module.css'

/** The access rules that a schedule is part of, by way of their own pages. */
export function UsedBy({ rules }: { rules: Ref[] }) {
  const { t } = useTranslation('time-rules')
  if (rules.length === 0) return <span>{t('unused')}</span>
  return (
    <ul>
      {rules.map(({ id, name }) => (
        <li key={id}>
          {/* Access rules import schedules; their address is all that is needed here. */}
          <Link to={`/access-rules/${id}/edit`}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

export function UsedBySection({ rules }: { rules: Ref[] }) {
  const { t } = useTranslation('time-rules')
  return (
    <section className={styles.uses}>
      <h2>{t('sections.usedBy')}</h2>
      <UsedBy rules={rules} />
    </section>
  )
}
