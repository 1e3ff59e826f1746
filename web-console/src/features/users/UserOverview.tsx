import { PlusOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters, NestedFilters } from '@/api/list'
import type { Id } from '@/api/types'
import { accessCheckScreen, DoorsNow } from '@/features/access-check'
import { identifiers } from '@/features/identifiers'
import { OwnNumbers, sipNumbers } from '@/features/sip-numbers'
import { Timeline } from '@/features/timeline'
import { LinkButton, Panel, Panels } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ownedBy, SHOWN } from './ownedBy'
import { CardsPanel } from './CardsPanel'
import type { User } from './api'

/** Cards whose changes are told. */
const WATCHED = 7

/** All that is known of a person: their doors, what they show to them, and what happened. */
export default function UserOverview({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  const cards = identifiers.api.useList({
    page: 1,
    size: SHOWN,
    sort: '-created_at',
    filters: ownedBy(user.id),
  })
  const rows = useMemo(() => cards.data?.items ?? [], [cards.data])
  const cardIds = rows.map(({ id }) => id).join()
  const changes = useMemo(() => changesOf(user.id, cardIds), [user.id, cardIds])
  const events = useMemo(() => eventsOf(user.id), [user.id])
  const calls = useMemo(() => callsOf(user.id), [user.id])
  return (
    <Panels
      side={
        <Panel title={t('overview.timeline')}>
          <Timeline events={events} calls={calls} changes={changes} />
        </Panel>
      }
    >
      {meets(accessCheckScreen.need) && (
        <Panel title={t('overview.doors')}>
          <DoorsNow person={user} cards={rows} />
        </Panel>
      )}
      <Panel title={t('identifiers.title')} extra={<AddCard userId={user.id} />}>
        <CardsPanel cards={cards} userId={user.id} />
      </Panel>
      {meets(sipNumbers.can.read) && (
        <Panel title={t('phone.numbers')}>
          <OwnNumbers userId={user.id} />
        </Panel>
      )}
    </Panels>
  )
}

function AddCard({ userId }: { userId: Id }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  if (!meets(identifiers.can.create)) return null
  return (
    <LinkButton
      icon={<PlusOutlined aria-hidden />}
      to={`${pathsOf(identifiers).add}?owner=${userId}`}
    >
      {t('identifiers.add')}
    </LinkButton>
  )
}

const eventsOf = (id: Id) => ({
  source: 'access' as const,
  filters: {
    match: 'match_all',
    items: [{ field: 'user_id', rule: 'equals', value: id }],
  } satisfies Filters,
})

const callsOf = (id: Id): Filters => ({
  match: 'match_any',
  items: [
    { field: 'from_user_id', rule: 'equals', value: id },
    { field: 'to_user_id', rule: 'equals', value: id },
  ],
})

/** Changes of the person and of their cards. */
function changesOf(id: Id, cardIds: string): NestedFilters {
  const of = (resource: string, each: number): Filters => ({
    match: 'match_all',
    items: [
      { field: 'resource', rule: 'equals', value: resource },
      { field: 'resource_id', rule: 'equals', value: each },
    ],
  })
  const cards = cardIds === '' ? [] : cardIds.split(',').map(Number)
  return {
    match: 'match_any',
    items: [of('users', id), ...cards.slice(0, WATCHED).map((card) => of('identifiers', card))],
  }
}
