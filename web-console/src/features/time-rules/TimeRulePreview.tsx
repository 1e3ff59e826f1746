import { useTranslation } from 'react-i18next'
import { Details } from '@/kit/details'
import { ExactTime } from '@/kit/time'
import type { TimeRule } from './api'
import styles from './time-rules.module.css'
import { UsedBy } from './UsedBy'
import { useScheduleWords } from './useScheduleWords'

/** A schedule in the side drawer of the list. */
export function TimeRulePreview({ rule }: { rule: TimeRule }) {
  const { t } = useTranslation('time-rules')
  const { sayRow } = useScheduleWords()
  return (
    <div className={styles.uses}>
      <Details
        rows={[
          [t('fields.summary'), sayRow(rule)],
          [
            t('fields.zone'),
            rule.has_own_zone ? rule.time_zone : t('followsProject', { zone: rule.time_zone }),
          ],
          [t('fields.usedBy'), <UsedBy key="uses" rules={rule.access_rules} />],
          [t('fields.description'), rule.description],
          [t('fields.createdBy'), rule.created_by_user?.name],
          [t('fields.created'), <ExactTime key="created" value={rule.created_at} />],
          [t('fields.updated'), <ExactTime key="updated" value={rule.updated_at} />],
        ]}
      />
    </div>
  )
}
