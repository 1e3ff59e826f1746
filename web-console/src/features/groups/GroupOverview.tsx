import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'
import { RulesOfGroup } from '@/features/access-rules'
import { DoorList, devicesEntity } from '@/features/devices'
import { Timeline } from '@/features/timeline'
import { usersEntity } from '@/features/users'
import { ErrorState } from '@/kit/feedback'
import { Panel, Panels } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useGetGroupCompletelyQuery, type Group } from './api'
import { Counts } from './GroupPreview'
import { groupsEntity } from './entity'
import styles from './GroupPreview.module.css'
import { ManagedTag } from './ManagedTag'

/** All that is known of a group: what is in it, what its people may open, and what happened in it. */
export default function GroupOverview({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const { meets } = useCan()
  const { id } = group
  const { currentData: whole, error, refetch } = useGetGroupCompletelyQuery({ id })
  const of = useMemo(() => timelineOf(id), [id])
  const rulesOf = [{ id, name: group.name }, ...group.path]
  return (
    <Panels
      side={
        <Panel title={t('overview.timeline')}>
          <Timeline {...of} />
        </Panel>
      }
    >
      <Panel title={t('counts')} extra={<ManagedTag group={group} />}>
        {error && !whole ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Counts whole={whole} />
        )}
        <Parents group={group} />
      </Panel>
      <Panel title={t('overview.access')}>
        <RulesOfGroup groups={rulesOf} />
      </Panel>
      {meets(devicesEntity.can.read) && (
        <Panel
          title={t('overview.doors')}
          extra={<Link to={listOf(devicesEntity.path, within(id))}>{t('related.all')}</Link>}
        >
          <DoorList filters={within(id)} />
        </Panel>
      )}
      {whole && meets(usersEntity.can.read) && (
        <Panel
          title={t('tabs.users')}
          extra={<Link to={listOf(usersEntity.path, members(id))}>{t('related.all')}</Link>}
        >
          <People people={whole.users} />
        </Panel>
      )}
    </Panels>
  )
}

/** The groups above, each with its page. */
function Parents({ group: { path } }: { group: Group }) {
  const { t } = useTranslation('groups')
  if (path.length === 0) return null
  return (
    <p className={styles.parents}>
      {t('fields.parent')}:{' '}
      {path.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ' / '}
          <Link to={pathsOf(groupsEntity).of(id)}>{name}</Link>
        </span>
      ))}
    </p>
  )
}

/** The first by name. */
function People({ people }: { people: { id: Id; name: string }[] }) {
  const { t } = useTranslation('groups')
  if (people.length === 0) return <p className={styles.none}>{t('related.none')}</p>
  return (
    <ul className={styles.people}>
      {people.map(({ id, name }) => (
        <li key={id}>
          <Link to={pathsOf(usersEntity).of(id)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

const only = (field: string, value: Id): Filters => ({
  match: 'match_all',
  items: [{ field, rule: 'equals', value }],
})
const within = (id: Id) => only('within_domain_id', id)
const members = (id: Id) => only('domains', id)
const listOf = (path: string, filters: Filters) =>
  `${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`

const timelineOf = (id: Id) => ({
  events: { source: 'access' as const, filters: only('domain_id', id) },
  calls: within(id),
  changes: {
    match: 'match_all' as const,
    items: [
      ...only('resource_id', id).items,
      { field: 'resource', rule: 'equals' as const, value: 'domains' },
    ],
  },
})
