import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { roles } from '@/features/roles'
import { PickerInput, pickerOf } from '@/kit/picker'
import styles from './ImportPage.module.css'
import type { Options } from './useImport'

const groupSource = pickerOf(groups)
const roleSource = pickerOf(roles)

interface Props {
  options: Options
  isLocked: boolean
  onChange: (options: Options) => void
}

/** What rows get that do not say it themselves. */
export function ImportOptions({ options, isLocked, onChange }: Props) {
  const { t } = useTranslation('users')
  return (
    <section className={styles.step}>
      <h2>{t('import.options')}</h2>
      <div className={styles.options}>
        <div>
          <label htmlFor="import-role">{t('import.role')}</label>
          <PickerInput
            id="import-role"
            title={t('fields.role')}
            source={roleSource}
            disabled={isLocked}
            value={options.role ? [options.role] : []}
            onChange={([role]) => onChange({ ...options, role: role ?? null })}
          />
        </div>
        <div>
          <label htmlFor="import-group">{t('import.group')}</label>
          <PickerInput
            id="import-group"
            title={t('fields.domains')}
            source={groupSource}
            disabled={isLocked}
            value={options.group ? [options.group] : []}
            onChange={([group]) => onChange({ ...options, group: group ?? null })}
          />
        </div>
        <div className={styles.switch}>
          <Switch
            id="import-links"
            aria-label={t('import.links')}
            checked={options.sendLinks}
            disabled={isLocked}
            onChange={(sendLinks) => onChange({ ...options, sendLinks })}
          />
          <label htmlFor="import-links">{t('import.links')}</label>
        </div>
      </div>
    </section>
  )
}
