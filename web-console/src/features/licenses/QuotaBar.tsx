import { useTranslation } from 'react-i18next'
import { ExactTime } from '@/kit/time'
import type { LicenseQuota } from './api'
import styles from './licenses.module.css'
import { sharesOf, type Inconsistency } from './quota'
import { useLicenseWords } from './useLicenseWords'

interface Props {
  quota: LicenseQuota
  /** What a refused change says of it. */
  errors?: Inconsistency[]
}

const NONE: Inconsistency[] = []

/** Used, reserved and free of one kind. */
export function QuotaBar({ quota, errors = NONE }: Props) {
  const { t, i18n } = useTranslation('licenses')
  const { kindOf } = useLicenseWords()
  const { used, reserved } = sharesOf(quota)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const isBad = quota.is_over_limit || errors.length > 0
  return (
    <div
      className={styles.quota}
      data-bad={isBad || undefined}
      data-refused={errors.length > 0 || undefined}
    >
      <span className={styles.quotaHead}>
        <b>{kindOf(quota.kind)}</b>
        <span>
          {quota.maximum === null
            ? t('quota.unlimited', { used: number(quota.used) })
            : t('quota.of', { used: number(quota.used), maximum: number(quota.maximum) })}
        </span>
      </span>
      {(quota.maximum !== null || quota.reserved > 0) && (
        <span className={styles.bar} aria-hidden>
          <i className={styles.used} style={{ width: `${used}%` }} />
          <i className={styles.reserved} style={{ width: `${reserved}%` }} />
        </span>
      )}
      <small>
        {quota.reserved > 0 && <span>{t('quota.reserved', { count: quota.reserved })}</span>}
        {quota.free !== null && <span>{t('quota.free', { count: quota.free })}</span>}
        {quota.is_over_limit && <span className={styles.bad}>{t('quota.over')}</span>}
      </small>
      {errors.map((item) => (
        <p key={`${item.code}-${item.kind}`} className={styles.bad} role="alert">
          <Refusal item={item} />
        </p>
      ))}
    </div>
  )
}

/** What is inconsistent, in words: group, parent, quantity, period. Of a parent that the user may not view, nothing. */
export function Refusal({ item }: { item: Inconsistency }) {
  const { t } = useTranslation('licenses')
  const { kindOf, featureOf, nodeOf } = useLicenseWords()
  const [group, parent] = [nodeOf(item.group), nodeOf(item.parent)]
  if (item.is_parent_hidden) return t('refusal.hidden', { group })
  if (item.code === 'quantity_exceeded') {
    return t('refusal.quantity', {
      group,
      parent,
      kind: kindOf(item.kind),
      quantity: item.quantity ?? t('unlimited'),
      limit: item.limit ?? t('unlimited'),
    })
  }
  if (item.code === 'missing_type') {
    return t('refusal.feature', { group, parent, feature: featureOf(item.kind) })
  }
  return (
    <>
      {t('refusal.period', { group, parent })} <ExactTime value={item.period?.from ?? null} />
      {' – '}
      <ExactTime value={item.period?.to ?? null} />
    </>
  )
}
