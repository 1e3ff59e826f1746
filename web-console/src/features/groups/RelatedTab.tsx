import { ExportOutlined } from '@ant-design/icons'
import { Pagination } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Filters } from '@/api/list'
import type { Id } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { pathsOf, type AnyResource } from '@/kit/resource'
import styles from './RelatedTab.module.css'

interface Props {
  resource: AnyResource
  /** Filter field of the resource that holds its group. */
  field: string
  groupId: Id
}

const SIZE = 20

/** What belongs to a group, a page at a time, with a way to the whole list. */
export function RelatedTab({ resource, field, groupId }: Props) {
  const { t } = useTranslation('groups')
  const [page, setPage] = useState(1)
  const filters = useMemo(
    (): Filters => ({ match: 'match_all', items: [{ field, rule: 'equals', value: groupId }] }),
    [field, groupId],
  )
  const { data, error, isLoading, refetch } = resource.api.useList({
    page,
    size: SIZE,
    sort: resource.defaultSort,
    filters,
  })
  const all = `${resource.path}?filters=${encodeURIComponent(JSON.stringify(filters))}`
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isLoading || !data) return <Loading title={false} paragraph={{ rows: 6 }} />
  return (
    <section className={styles.related}>
      <Link to={all} className={styles.all}>
        <ExportOutlined aria-hidden /> {t('related.all')}
      </Link>
      {data.items.length === 0 ? (
        <p className={styles.none}>{t('related.none')}</p>
      ) : (
        <ul>
          {data.items.map((row: { id: Id }) => (
            <li key={row.id}>
              <Link to={pathsOf(resource).of(row.id)}>{resource.label(row)}</Link>
              <small>{resource.detail?.(row)}</small>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        hideOnSinglePage
        current={page}
        pageSize={SIZE}
        total={data.total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </section>
  )
}
