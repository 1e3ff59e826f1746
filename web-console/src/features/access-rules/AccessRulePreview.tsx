import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { timeRules } from '@/features/time-rules'
import { users } from '@/features/users'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { Details } from '@/kit/details'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { AccessRule } from './api'
import { EffectTag } from './EffectTag'
import { Sentence } from './RuleSentence'

/** Links of one kind that a drawer holds. */
const SHOWN = 10

/** A rule in the side drawer of the list. */
export function AccessRulePreview({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation(['access-rules', 'common'])
  return (
    <>
      <Sentence rule={rule} />
      <Details
        rows={[
          [t('fields.effect'), <EffectTag key="effect" isProhibition={rule.prohibition} />],
          [
            t('fields.devices'),
            rule.devices
              .map(({ name, lock_number: lock }) =>
                lock === 0 ? name : t('options.words.doorLock', { name, lock }),
              )
              .join(', '),
          ],
          [t('fields.groups'), <Links key="groups" refs={rule.domains} to={groups} />],
          [t('fields.users'), <Links key="users" refs={rule.users} to={users} />],
          [t('fields.identifiers'), <Links key="ids" refs={rule.identifiers} to={identifiers} />],
          [t('fields.schedules'), <Links key="schedules" refs={rule.time_rules} to={timeRules} />],
          [t('fields.shareable'), rule.is_shareable ? t('common:yes') : t('common:no')],
          [t('fields.description'), rule.description],
          [t('fields.createdBy'), rule.created_by_user?.name],
          [t('fields.created'), <ExactTime key="created" value={rule.created_at} />],
          [t('fields.updated'), <ExactTime key="updated" value={rule.updated_at} />],
        ]}
      />
    </>
  )
}

function Links({ refs, to }: { refs: Ref[]; to: { path: string } }) {
  const { t } = useTranslation('access-rules')
  if (refs.length === 0) return <>—</>
  return (
    <>
      {refs.slice(0, SHOWN).map(({ id, name }) => (
        <div key={id}>
          <Link to={pathsOf(to).edit(id)}>{name}</Link>
        </div>
      ))}
      {refs.length > SHOWN && t('options.words.more', { count: refs.length - SHOWN })}
    </>
  )
}
