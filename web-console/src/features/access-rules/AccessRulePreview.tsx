import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { timeRules } from '@/features/time-rules'
import { users } from '@/features/users'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { Details } from '@/kit/details'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { pathsOf } from '@/kit/resource'
import type { AccessRule, RuleDevice } from './api'
import { EffectTag } from './EffectTag'
import { accessRuleFields } from './fields'
import { Sentence } from './RuleSentence'

/** Links of one kind that a drawer holds. */
const SHOWN = 10

/** A rule in the side drawer of the list. */
export function AccessRulePreview({ rule }: { rule: AccessRule }) {
  const { t } = useTranslation('access-rules')
  const label = useFieldLabel('access-rules')
  const doorOf = ({ name, lock_number: lock }: RuleDevice) =>
    lock === 0 ? name : t('options.words.doorLock', { name, lock })
  return (
    <>
      <Sentence rule={rule} />
      <Details
        rows={detailsOf<AccessRule>(accessRuleFields, label, rule, {
          prohibition: ({ prohibition }) => <EffectTag isProhibition={prohibition} />,
          devices: ({ devices }) => devices.map(doorOf).join(', '),
          domains: ({ domains }) => <Links refs={domains} to={groups} />,
          users: (row) => <Links refs={row.users} to={users} />,
          identifiers: (row) => <Links refs={row.identifiers} to={identifiers} />,
          time_rules: (row) => <Links refs={row.time_rules} to={timeRules} />,
        })}
      />
    </>
  )
}

function Links({ refs, to }: { refs: Ref[]; to: { path: string; hasPage?: boolean } }) {
  const { t } = useTranslation('access-rules')
  if (refs.length === 0) return <>—</>
  return (
    <>
      {refs.slice(0, SHOWN).map(({ id, name }) => (
        <div key={id}>
          <Link to={pathsOf(to).of(id)}>{name}</Link>
        </div>
      ))}
      {refs.length > SHOWN && t('options.words.more', { count: refs.length - SHOWN })}
    </>
  )
}
