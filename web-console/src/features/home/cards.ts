import type { ComponentType } from 'react'
import { AccountCard } from './AccountCard'
import { DoorsCard } from './DoorsCard'
import { EventsCard } from './EventsCard'
import { ImportantCard } from './ImportantCard'
import { OfflineCard } from './OfflineCard'
import { OwnCardsCard } from './OwnCardsCard'

/** A card of the dashboard. It decides by itself whether the person may see it. */
export interface HomeCard {
  key: string
  Card: ComponentType
}

/** The cards, in their order. */
export const cards: HomeCard[] = [
  { key: 'events', Card: EventsCard },
  { key: 'ownCards', Card: OwnCardsCard },
  { key: 'doors', Card: DoorsCard },
  { key: 'offline', Card: OfflineCard },
  { key: 'important', Card: ImportantCard },
  { key: 'account', Card: AccountCard },
]
