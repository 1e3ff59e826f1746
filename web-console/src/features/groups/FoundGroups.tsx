import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorState, Loading } from '@/kit/feedback'
import { pathsOf } from '@/kit/resource'
import { RowMenu } from '@/kit/table'
import { useGroupList } from './api'
import styles from './GroupTree.module.css'
import { groups } from './resource'
import { useGroupActions } from './useGroupActions'

/** Beyond this many a person writes more of the name. */
const SHOWN = 50

interface Props {
  search: string
  openDialog: (dialog: string) => void
}

/** In place of the tree while something is searched: what was found, and where it lies. */
export function FoundGroups({ search, openDialog }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const actions = useGroupActions(openDialog)
  const { data, error, refetch } = useGroupList({ page: 1, size: SHOWN, sort: 'name', search })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 6 }} />
  if (data.items.length === 0) return <p className={styles.note}>{t('common:table.noMatch')}</p>
  return (
    <>
      <ul className={styles.found} aria-label={t('tree.found')}>
        {data.items.map((group) => (
          <li key={group.id}>
            <span>
              <Link to={pathsOf(groups).of(group.id)}>{group.name}</Link>
              <small>{groups.detail?.(group) || t('root')}</small>
            </span>
            <RowMenu row={group} label={group.name} actions={actions} />
          </li>
        ))}
      </ul>
      {data.total > SHOWN && <p className={styles.note}>{t('tree.moreFound', { count: SHOWN })}</p>}
    </>
  )
}
