import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { ExactTime } from '@/kit/time'
import type { Webhook } from './api'
import { disabledReasonOf } from './state'
import { useEventName } from './useEventName'
import styles from './webhooks.module.css'

/** Why a webhook gets nothing, or not everything. */
export function WebhookProblems({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const eventName = useEventName()
  const reason = webhook.is_enabled ? undefined : disabledReasonOf(webhook)
  const { failing_since, withheld_events: withheld, dropped, owner_user: owner } = webhook
  return (
    <div className={styles.problems}>
      {reason && (
        <Alert
          type="error"
          showIcon
          title={t(`options.disabled.${reason}`)}
          description={t('problems.enable')}
        />
      )}
      {webhook.is_enabled && failing_since && (
        <Alert
          type="error"
          showIcon
          title={
            <>
              {t('problems.failing')} <ExactTime value={failing_since} />
            </>
          }
          description={t('problems.failingText')}
        />
      )}
      {withheld.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('problems.withheld', { name: owner?.name ?? '' })}
          description={withheld.map(eventName).join(', ')}
        />
      )}
      {dropped > 0 && (
        <Alert type="warning" showIcon title={t('problems.dropped', { count: dropped })} />
      )}
    </div>
  )
}
