import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { identifiers, IdentifierStatusTag, IdentifierTypeTag } from '@/features/identifiers'
import type { Id } from '@/api/types'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { DashboardCard } from './DashboardCard'
import styles from './home.module.css'

/** For somebody who lives here and administers nobody: what opens doors for them. */
export function OwnCardsCard() {
  const { meets, profile } = useCan()
  const sees = meets({ any: ['can_view_all_users', 'can_view_users', 'can_view_all_identifiers'] })
  return profile && !sees ? <OwnCards userId={profile.id} /> : null
}

function OwnCards({ userId }: { userId: Id }) {
  const { t } = useTranslation('home')
  const { data, isLoading, error } = identifiers.api.useList({
    page: 1,
    size: 10,
    sort: '-created_at',
    filters: {
      match: 'match_all',
      items: [
        { field: 'owner_id', rule: 'equals', value: userId },
        // What somebody gave to a guest is the guest's.
        { field: 'origin', rule: 'not_equals', value: 'guest' },
      ],
    },
  })
  const cards = data?.items ?? []
  return (
    <DashboardCard title={t('ownCards.title')} isLoading={isLoading} error={error}>
      {cards.length === 0 ? (
        <p className={styles.quiet}>{t('ownCards.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {cards.map((card) => (
            <li key={card.id}>
              <span>
                <Link to={pathsOf(identifiers).edit(card.id)}>{card.name}</Link>
                <small>
                  <IdentifierTypeTag type={card.type} />
                </small>
              </span>
              <IdentifierStatusTag identifier={card} />
            </li>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}
