import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { groups } from '@/features/groups'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { ForwardRule } from './api'
import { PickedBy } from './PickedBy'
import styles from './queues/queues.module.css'
import { RulePicture } from './RulePicture'

/** A forward rule in the side drawer of the list. */
export function ForwardRulePreview({ rule }: { rule: ForwardRule }) {
  const { t } = useTranslation('forward-rules')
  return (
    <>
      <section className={styles.picture} aria-label={t('timeline.title')}>
        <RulePicture rule={rule} />
      </section>
      <br />
      <Details
        rows={[
          [
            t('fields.group'),
            rule.domain ? (
              <Link key="group" to={pathsOf(groups).edit(rule.domain.id)}>
                {refName(rule.domain)}
              </Link>
            ) : (
              t('wholeProject')
            ),
          ],
          [t('fields.pickedBy'), <PickedBy key="picked" rule={rule} />],
          [t('fields.createdBy'), rule.created_by_user?.name],
          [t('fields.created'), <ExactTime key="created" value={rule.created_at} />],
          [t('fields.updated'), <ExactTime key="updated" value={rule.updated_at} />],
        ]}
      />
    </>
  )
}
