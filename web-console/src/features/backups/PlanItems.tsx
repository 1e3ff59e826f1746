import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { BackupPlan, BackupPlanItem } from './api'
import styles from './backups.module.css'
import { keepsSomething, writes } from './state'
import { useEntityName } from './useEntityName'

const TONES = {
  create: 'success',
  change: 'info',
  delete: 'error',
  conflict: 'warning',
} as const
const ACTIONS = ['create', 'change', 'delete', 'conflict'] as const

/** A plan as a difference: counts by entity, and what happens to each row. */
export function PlanItems({ plan }: { plan: BackupPlan }) {
  const { t } = useTranslation('backups')
  const entityName = useEntityName()
  const secrets = plan.items.filter((item) => item.secrets.length > 0)
  return (
    <>
      {!writes(plan) && <p>{t('plan.same')}</p>}
      <ul className={styles.counts}>
        {plan.counts.map((count) => (
          <li key={count.entity}>
            <b>{entityName(count.entity)}</b>
            {ACTIONS.filter((action) => count[action] > 0).map((action) => (
              <StatusTag key={action} tone={TONES[action]}>
                {`${t(`options.actions.${action}`)} ${count[action]}`}
              </StatusTag>
            ))}
            <span className={styles.soft}>{t('plan.unchanged', { count: count.same })}</span>
            {count.kept > 0 && (
              <span className={styles.soft}>{t('plan.kept', { count: count.kept })}</span>
            )}
          </li>
        ))}
      </ul>
      {keepsSomething(plan) && <p role="note">{t('plan.keptNote')}</p>}
      {plan.doors && (
        <p>
          {t('plan.rules', { count: plan.doors.rules })}:{' '}
          {t('plan.devices', { count: plan.doors.devices })},{' '}
          {t('plan.users', { count: plan.doors.users })}
        </p>
      )}
      {secrets.length > 0 && <p>{t('plan.secrets', { count: secrets.length })}</p>}
      {plan.items.length > 0 && (
        <section className={styles.items} aria-label={t('plan.items')}>
          <ul className={styles.lines}>
            {plan.items.map((item) => (
              <Item key={`${item.entity} ${item.action} ${item.id} ${item.name}`} item={item} />
            ))}
          </ul>
        </section>
      )}
      {plan.truncated && (
        <p className={styles.soft}>{t('plan.more', { count: plan.items_count })}</p>
      )}
    </>
  )
}

function Item({ item }: { item: BackupPlanItem }) {
  const { t } = useTranslation('backups')
  const entityName = useEntityName()
  const action = item.action ?? 'conflict'
  return (
    <li>
      <StatusTag tone={TONES[action]}>{t(`options.actions.${action}`)}</StatusTag>{' '}
      {entityName(item.entity)}: <b>{item.name}</b>
      {item.message && <span className={styles.soft}> – {item.message}</span>}
      {action === 'change' && (
        <ul className={styles.lines}>
          {item.fields.map(({ name, before, after }) => (
            <li key={name}>
              <span className="mono">{name}</span>: <del>{before ?? '–'}</del>{' '}
              <ins>{after ?? '–'}</ins>
            </li>
          ))}
        </ul>
      )}
      {item.kept.length > 0 && (
        <span className={styles.soft}>
          {' '}
          {t('plan.keptFields', { fields: item.kept.join(', ') })}
        </span>
      )}
      {item.secrets.length > 0 && (
        <span className={styles.soft}>
          {' '}
          {t('plan.secret', { fields: item.secrets.join(', ') })}
        </span>
      )}
    </li>
  )
}
