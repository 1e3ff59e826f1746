import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { ExactTime } from '@/kit/time'
import { useAlarmLogs } from './api'
import styles from './alarms.module.css'

/** What happened to an alarm, and who did it, the oldest first. */
export function AlarmLog({ id }: { id: Id }) {
  const { t } = useTranslation('device-alarms')
  const { data, error, refetch } = useAlarmLogs(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />
  return (
    <ol className={styles.log} aria-label={t('log.title')}>
      {data.items.map(
        ({ id: line, change, user, comment, created_at: at, step, by, recipients }) => (
          <li key={line}>
            <ExactTime value={at} />
            <span>
              {/* What nobody has done: the platform. */}
              {change === 'released' && !user
                ? t('log.abandoned')
                : change && t(`options.changes.${change}`)}
              {step !== null && (
                <span className={styles.soft}>
                  {' '}
                  {t('log.step', {
                    number: step,
                    means: t(`options.means.${by ?? 'notification'}`),
                    names: recipients.map(({ name }) => name).join(', '),
                  })}
                </span>
              )}
              {user && <span className={styles.soft}> {user.name}</span>}
              {comment && <q className={styles.comment}>{comment}</q>}
            </span>
          </li>
        ),
      )}
    </ol>
  )
}
