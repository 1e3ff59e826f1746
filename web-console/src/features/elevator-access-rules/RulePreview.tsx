import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { elevators } from '@/features/elevators'
import { users } from '@/features/users'
import { Details } from '@/kit/details'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import type { ElevatorAccessRule, RuleElevator } from './api'
import { floorRanges } from './describe'
import { elevatorAccessRuleFields } from './fields'
import { toElevatorAccessRuleForm } from './schema'
import { Sentence } from './Sentence'

/** Users that a drawer links to. */
const SHOWN = 10

/** A rule in the side drawer of the list. */
export function RulePreview({ rule }: { rule: ElevatorAccessRule }) {
  const { t } = useTranslation('elevator-access-rules')
  const label = useFieldLabel('elevator-access-rules')
  const rest = rule.users.length - SHOWN
  return (
    <>
      <Sentence rule={toElevatorAccessRuleForm(rule)} />
      <Details
        rows={detailsOf<ElevatorAccessRule>(elevatorAccessRuleFields, label, rule, {
          elevators: (row) =>
            row.elevators.map((each) => <ElevatorFloors key={each.id} elevator={each} />),
          users: (row) => (
            <>
              {row.users.slice(0, SHOWN).map(({ id, name }) => (
                <div key={id}>
                  <Link className="target" to={pathsOf(users).edit(id)}>
                    {name}
                  </Link>
                </div>
              ))}
              {rest > 0 && t('options.words.more', { count: rest })}
            </>
          ),
        })}
      />
    </>
  )
}

/** The floors that the rule gives, and which of them no controller has now. */
function ElevatorFloors({ elevator: { id, name, floors } }: { elevator: RuleElevator }) {
  const { t } = useTranslation('elevator-access-rules')
  const missing = floors.filter(({ is_missing }) => is_missing).map(({ floor }) => floor)
  return (
    <div>
      <Link className="target" to={pathsOf(elevators).edit(id)}>
        {name}
      </Link>{' '}
      <span className="tabular">{floorRanges(floors.map(({ floor }) => floor))}</span>{' '}
      {missing.length > 0 && (
        <StatusTag tone="warning">
          {t('missingFloors', { count: missing.length, floors: floorRanges(missing) })}
        </StatusTag>
      )}
    </div>
  )
}
