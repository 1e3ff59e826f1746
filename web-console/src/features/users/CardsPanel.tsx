import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '@/api/types'
import { DeliveryProof } from '@/features/devices'
import {
  identifiers,
  IdentifierStatusTag,
  IdentifierTypeTag,
  IdentifierValue,
  type Identifier,
} from '@/features/identifiers'
import { ErrorState, Loading } from '@/kit/feedback'
import { pathsOf, type QueryResult } from '@/kit/resource'
import { ownedBy } from './ownedBy'
import styles from './users.module.css'

interface Props {
  cards: QueryResult<{ items: Identifier[]; total: number }>
  userId: Id
}

/** What a person shows to doors, and which doors have confirmed it. */
export function CardsPanel({ cards, userId }: Props) {
  const { t } = useTranslation('users')
  const { data, error, refetch } = cards
  const paths = pathsOf(identifiers)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />
  if (data.items.length === 0) return <p className={styles.none}>{t('identifiers.emptyTitle')}</p>
  return (
    <>
      <ul className={styles.cards}>
        {data.items.map((card) => (
          <li key={card.id} data-revoked={card.revoked_at !== null}>
            <span className={styles.cardHead}>
              <Link to={paths.edit(card.id)}>{card.name}</Link>
              <IdentifierTypeTag type={card.type} />
              <IdentifierStatusTag identifier={card} />
            </span>
            <span className={styles.value}>
              <IdentifierValue identifier={card} />
            </span>
            <DeliveryProof linkId={card.link_id} revokedAt={card.revoked_at} />
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Link to={`${paths.list}?filters=${encodeURIComponent(JSON.stringify(ownedBy(userId)))}`}>
          {t('identifiers.all')}
        </Link>
      )}
    </>
  )
}
