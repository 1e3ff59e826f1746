import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { DeliveryProof, DoorsStanding } from '@/features/devices'
import { identifiers, type Identifier } from '@/features/identifiers'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { accessRulesEntity } from '../entity'
import styles from './give.module.css'
import type { Given as Outcome } from './useGive'

/** Cards of a person whose doors are watched here; the others are on their page. */
const WATCHED = 10

/** By which rule access was given, and what the doors say of it. */
export function Given({ given }: { given: Outcome }) {
  const { t } = useTranslation('access-rules')
  const { rule, how, doors, receivers, card } = given
  const [user] = receivers.users
  const isOnePerson = receivers.users.length === 1 && receivers.domains.length === 0
  return (
    <div className={styles.given}>
      <p>
        {t(`options.give.${how}`)}{' '}
        <Link to={pathsOf(accessRulesEntity).edit(rule.id)}>{rule.name}</Link>
      </p>
      {isOnePerson && user ? (
        <CardsOf user={user} card={card} doors={doors} />
      ) : (
        <DoorsStanding doors={doors} />
      )}
    </div>
  )
}

interface CardsProps {
  user: Ref
  card: Identifier | undefined
  doors: Ref[]
}

/** Each card and code of the person, and which of the doors know it. */
function CardsOf({ user, card, doors }: CardsProps) {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  const { data } = identifiers.api.useList(
    {
      page: 1,
      size: WATCHED,
      sort: '-created_at',
      filters: {
        match: 'match_all',
        items: [{ field: 'owner_id', rule: 'equals', value: user.id }],
      },
    },
    { skip: !meets(identifiers.can.read) },
  )
  const listed = (data?.items ?? []).filter(({ id }) => id !== card?.id)
  const rows = [...(card ? [card] : []), ...listed].filter(
    (row) => row.is_active && row.revoked_at === null,
  )
  if (rows.length === 0) return <p>{t('give.noCard', { who: user.name })}</p>
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={pathsOf(identifiers).edit(row.id)}>{row.name}</Link>
          <DeliveryProof linkId={row.link_id} expected={doors} />
        </li>
      ))}
    </ul>
  )
}
