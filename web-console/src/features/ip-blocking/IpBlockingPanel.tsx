import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FieldGrid, SettingsForm, typedFields, useSettingsForm } from '@/kit/form'
import { useLack } from '@/kit/permissions'
import { BannedList } from './BannedList'
import styles from './ip-blocking.module.css'
import { BAN, FAILURES, statusSource, WINDOW, type StatusForm } from './status'
import { Whitelist } from './Whitelist'

const F = typedFields<StatusForm>()

/** Addresses from which too many wrong passwords, codes and tokens came. */
export function IpBlockingPanel() {
  const { t } = useTranslation('ip-blocking')
  const errorText = useErrorText()
  const readOnly = useLack()({ any: ['can_change_project_settings'], isDealer: true })
  const control = useSettingsForm(statusSource, {
    onSaved: () => alerts.success(t('saved')),
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const status = control.row
  return (
    <div className={styles.panel}>
      <SettingsForm control={control} label={t('title')} disabled={readOnly}>
        <FieldGrid title={t('title')} text={t('text')}>
          <F.Switch name="is_enabled" label={t('fields.enabled')} />
          <F.Number
            name="max_failures"
            label={t('fields.failures')}
            min={FAILURES.min}
            max={FAILURES.max}
            isRequired
          />
          <F.Number
            name="window_minutes"
            label={t('fields.window')}
            min={WINDOW.min}
            max={WINDOW.max}
            isRequired
          />
          <F.Number
            name="ban_minutes"
            label={t('fields.ban')}
            min={BAN.min}
            max={BAN.max}
            isRequired
          />
        </FieldGrid>
        {status && (
          <div className={styles.counts}>
            <p>{t('banned.now', { count: status.banned_count })}</p>
            <p>{t('banned.rejected', { count: status.rejected_last_day })}</p>
          </div>
        )}
      </SettingsForm>
      <BannedList readOnly={readOnly} />
      <Whitelist readOnly={readOnly} />
    </div>
  )
}
