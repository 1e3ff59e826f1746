import { CreditCardOutlined, PlusOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import {
  identifiers,
  IdentifierStatusTag,
  IdentifierTypeTag,
  IdentifierValue,
} from '@/features/identifiers'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { LinkButton } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ownedBy, SHOWN } from './ownedBy'
import styles from './users.module.css'

const paths = pathsOf(identifiers)

/** What a user shows to doors, and a way to give them one more. */
export function UserIdentifiers({ userId }: { userId: Id }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  const filters = ownedBy(userId)
  const { data, error, refetch } = identifiers.api.useList({
    page: 1,
    size: SHOWN,
    sort: '-created_at',
    filters,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 4 }} />

  const add = meets(identifiers.can.create) && (
    <LinkButton
      type={data.items.length > 0 ? 'default' : 'primary'}
      icon={<PlusOutlined aria-hidden />}
      to={`${paths.add}?owner=${userId}`}
    >
      {t('identifiers.add')}
    </LinkButton>
  )
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={CreditCardOutlined}
        title={t('identifiers.emptyTitle')}
        text={t('identifiers.emptyText')}
        action={add}
      />
    )
  }
  return (
    <div className={styles.identifiers}>
      <div>{add}</div>
      <ul>
        {data.items.map((identifier) => (
          <li key={identifier.id}>
            <Link to={paths.edit(identifier.id)}>{identifier.name}</Link>
            <IdentifierTypeTag type={identifier.type} />
            <span className={styles.value}>
              <IdentifierValue identifier={identifier} />
            </span>
            <IdentifierStatusTag identifier={identifier} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={`${paths.list}?filters=${encodeURIComponent(JSON.stringify(filters))}`}>
          {t('identifiers.all')}
        </Link>
      )}
    </div>
  )
}
