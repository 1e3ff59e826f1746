import { PhoneOutlined, PlusOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { LinkButton } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ActiveTag } from './NumberTags'
import { sipNumbers } from './resource'
import styles from './sip-numbers.module.css'

/** Numbers shown here; the others are in their own list. */
const SHOWN = 50

/** The virtual numbers of a user, and a way to give them one more. */
export function OwnNumbers({ userId }: { userId: Id }) {
  const { t } = useTranslation('sip-numbers')
  const { meets } = useCan()
  const filters = useMemo(
    (): Filters => ({
      match: 'match_all',
      items: [{ field: 'user_id', rule: 'equals', value: userId }],
    }),
    [userId],
  )
  const { data, error, refetch } = sipNumbers.api.useList({
    page: 1,
    size: SHOWN,
    sort: sipNumbers.defaultSort,
    filters,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />
  const add = meets(sipNumbers.can.create) && (
    <LinkButton
      type={data.items.length > 0 ? 'default' : 'primary'}
      icon={<PlusOutlined aria-hidden />}
      to={`${pathsOf(sipNumbers).add}?user=${userId}`}
    >
      {t('add')}
    </LinkButton>
  )
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={PhoneOutlined}
        title={t('own.emptyTitle')}
        text={t('own.emptyText')}
        action={add}
      />
    )
  }
  return (
    <div className={styles.own}>
      {add}
      <ul>
        {data.items.map((number) => (
          <li key={number.id}>
            <Link className="mono" to={pathsOf(sipNumbers).edit(number.id)}>
              {number.number}
            </Link>
            <span>{number.name}</span>
            <ActiveTag number={number} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={`${sipNumbers.path}?filters=${encodeURIComponent(JSON.stringify(filters))}`}>
          {t('own.all')}
        </Link>
      )}
    </div>
  )
}
