import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListQuery } from '@/api/list'
import type { Ref } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useAccessRuleList } from './api'
import { accessRulesEntity } from './entity'
import { Sentence } from './RuleSentence'
import styles from './rulesOf.module.css'

/** Rules that are said in full; the list has all of them. */
const SHOWN = 10

const rulesOf = (field: 'device_id' | 'domain_id', ids: number[]): ListQuery => ({
  page: 1,
  size: SHOWN,
  sort: 'name',
  filters: {
    match: 'match_any',
    items: ids.map((value) => ({ field, rule: 'equals', value })),
  },
})

/** Who may open a door, and who must not: each rule in a sentence. */
export function RulesOfDoor({ door }: { door: Ref }) {
  return <Rules query={rulesOf('device_id', [door.id])} none="rulesOf.noneAtDoor" />
}

/** What everybody of a group may open, by its own rules and by those of the groups above it. */
export function RulesOfGroup({ groups }: { groups: Ref[] }) {
  const ids = groups.map(({ id }) => id)
  return <Rules query={rulesOf('domain_id', ids)} none="rulesOf.noneOfGroup" />
}

interface Props {
  query: ListQuery
  none: 'rulesOf.noneAtDoor' | 'rulesOf.noneOfGroup'
}

function Rules({ query, none }: Props) {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  const mayRead = meets(accessRulesEntity.can.read)
  const { data, error, refetch } = useAccessRuleList(query, { skip: !mayRead })
  const paths = pathsOf(accessRulesEntity)
  if (!mayRead) return <p className={styles.none}>{t('rulesOf.noRight')}</p>
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />
  if (data.items.length === 0) return <p className={styles.none}>{t(none)}</p>
  const all = `${paths.list}?filters=${encodeURIComponent(JSON.stringify(query.filters))}`
  return (
    <>
      <ul className={styles.rules}>
        {data.items.map((rule) => (
          <li key={rule.id}>
            <Link to={paths.edit(rule.id)}>{rule.name}</Link>
            <Sentence rule={rule} isQuiet />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={all}>{t('rulesOf.all', { count: data.total })}</Link>
      )}
    </>
  )
}
