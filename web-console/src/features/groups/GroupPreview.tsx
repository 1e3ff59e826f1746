import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { GroupTypeTag, useGroupTypes } from '@/features/group-types'
import { Details } from '@/kit/details'
import { ErrorState } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import { type Group, type GroupCompletely, useGetGroupCompletelyQuery } from './api'
import styles from './GroupPreview.module.css'
import { ManagedTag } from './ManagedTag'

/** A group in the side drawer of the list: what it is, and what is in it. */
export function GroupPreview({ group }: { group: Group }) {
  const { t } = useTranslation('groups')
  const { data: types } = useGroupTypes()
  const { currentData: whole, error, refetch } = useGetGroupCompletelyQuery({ id: group.id })
  const type = types?.items.find(({ id }) => id === group.domain_type_id)
  return (
    <>
      <ManagedTag group={group} />
      {error && !whole ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Counts whole={whole} />
      )}
      <Details
        rows={[
          [t('fields.parent'), group.path.map(({ name }) => name).join(' / ') || t('root')],
          [t('fields.type'), <GroupTypeTag key="type" type={type} />],
          [t('fields.address'), group.logic_address],
          [t('fields.description'), group.description],
          [t('fields.children'), group.children_count],
          [t('fields.sipCount'), group.sip_count],
          [t('fields.appCount'), group.app_count],
          [t('fields.createdBy'), group.created_by_user?.name],
          [t('fields.created'), <ExactTime key="created" value={group.created_at} />],
          [t('fields.updated'), <ExactTime key="updated" value={group.updated_at} />],
        ]}
      />
      {whole && (
        <>
          <Named title={t('tabs.users')} items={whole.users} path="/users" hasPage />
          <Named title={t('tabs.devices')} items={whole.devices} path="/devices" hasPage />
          <Named title={t('tabs.accessRules')} items={whole.access_rules} path="/access-rules" />
          <Named title={t('tabs.numbers')} items={whole.sip_numbers} path="/virtual-numbers" />
          <Named title={t('tabs.integrations')} items={whole.integrations} path="/integration" />
        </>
      )}
    </>
  )
}

const COUNTS = [
  'domains',
  'users',
  'devices',
  'access_rules',
  'identifiers',
  'sip_numbers',
  'ukey2_keys',
  'mobile_apps',
] as const

/** How much is in the group and below it; a dash where the person may not see it. */
export function Counts({ whole }: { whole: GroupCompletely | undefined }) {
  const { t } = useTranslation('groups')
  return (
    <dl className={styles.counts} aria-label={t('counts')} aria-busy={!whole}>
      {COUNTS.map((key) => (
        <div key={key}>
          <dd>{whole?.counts?.[key] ?? '—'}</dd>
          <dt>{t(`options.counts.${key}`)}</dt>
        </div>
      ))}
    </dl>
  )
}

interface NamedProps {
  title: string
  items: Ref[]
  path: string
  hasPage?: boolean
}

function Named({ title, items, ...to }: NamedProps) {
  if (items.length === 0) return null
  return (
    <section className={styles.named}>
      <h2>{title}</h2>
      <ul>
        {items.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathsOf(to).of(id)}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
