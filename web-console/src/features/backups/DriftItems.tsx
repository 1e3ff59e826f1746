import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { BackupPlan, BackupPlanItem } from './api'
import styles from './backups.module.css'
import { useEntityName } from './useEntityName'

const TONES = { create: 'error', change: 'info', delete: 'success', conflict: 'neutral' } as const

/** A plan that would take back what was done by hand, as what was done: it would create what somebody has deleted. */
export function DriftItems({ plan }: { plan: BackupPlan }) {
  const { t } = useTranslation('backups')
  if (plan.items.length === 0) return <p role="status">{t('managed.same')}</p>
  return (
    <section className={styles.items} aria-label={t('managed.items')}>
      <ul className={styles.lines}>
        {plan.items.map((item) => (
          <Item key={`${item.entity} ${item.action} ${item.id} ${item.name}`} item={item} />
        ))}
      </ul>
      {plan.truncated && (
        <p className={styles.soft}>{t('plan.more', { count: plan.items_count })}</p>
      )}
    </section>
  )
}

/** Values are JSON; nothing is a dash. */
const shown = (value: string | null) => (value === null || value === 'null' ? '–' : value)

function Item({ item }: { item: BackupPlanItem }) {
  const { t } = useTranslation('backups')
  const entityName = useEntityName()
  const action = item.action ?? 'conflict'
  return (
    <li>
      <StatusTag tone={TONES[action]}>{t(`options.byHand.${action}`)}</StatusTag>{' '}
      {entityName(item.entity)}: <b>{item.name}</b>
      {action === 'change' && (
        <ul className={styles.lines}>
          {item.fields.map(({ name, before, after }) => (
            <li key={name}>
              <span className="mono">{name}</span>: {t('managed.now')} <b>{shown(before)}</b>,{' '}
              {t('managed.inFile')} <b>{shown(after)}</b>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
