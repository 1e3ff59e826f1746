import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/kit/errors'
import { byUrgency, type PlannedChange } from './bulkPlan'
import type { BulkSetting, SettingValue } from './bulkSettings'
import styles from './BulkPreview.module.css'

/** Devices that are named; of the others it says how many. */
const MAX_NAMED = 100

interface Props {
  setting: BulkSetting
  plan: PlannedChange[]
  /** Devices that the server has been asked for, while it still is. */
  checked: number | undefined
}

/** What would become of each device, before anything does. */
export function BulkPreview({ setting, plan, checked }: Props) {
  const { t } = useTranslation(['devices', 'common'])
  const errorText = useErrorText()
  const countOf = (...kinds: PlannedChange['kind'][]) =>
    plan.filter(({ kind }) => kinds.includes(kind)).length
  const said = (value: SettingValue) => {
    if (typeof value === 'boolean') return t(value ? 'bulkSetting.on' : 'bulkSetting.off')
    return typeof value === 'number' ? `${value} ${t('seconds')}` : '–'
  }
  const words = (change: PlannedChange) => {
    switch (change.kind) {
      case 'changes':
        return `${said(change.before)} → ${said(change.after)}`
      case 'same':
        return t('bulkSetting.same', { value: said(change.value) })
      case 'lacks':
        return t('bulkSetting.lacks', { model: change.device.model })
      case 'refused':
        return errorText(change.error)
    }
  }
  const isCannot = ({ kind }: PlannedChange) => kind === 'lacks' || kind === 'refused'
  return (
    <section aria-label={t('bulkSetting.preview')}>
      <p role="status">
        {checked === undefined
          ? t('bulkSetting.plan', {
              changes: countOf('changes'),
              same: countOf('same'),
              cannot: countOf('lacks', 'refused'),
            })
          : t('bulkSetting.checking', { ended: checked, total: plan.length })}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div className={styles.scroll} role="group" aria-label={t(setting.label)} tabIndex={0}>
        <ul className={styles.list}>
          {byUrgency(plan)
            .slice(0, MAX_NAMED)
            .map((change) => (
              <li key={change.device.id}>
                <strong>{change.device.name}</strong>
                <span className={isCannot(change) ? styles.cannot : 'tabular'}>
                  {words(change)}
                </span>
              </li>
            ))}
        </ul>
      </div>
      {plan.length > MAX_NAMED && (
        <p>{t('common:bulk.more', { count: plan.length - MAX_NAMED })}</p>
      )}
    </section>
  )
}
