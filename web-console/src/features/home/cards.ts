import type { ComponentType } from 'react'
import { AccountCard } from './AccountCard'

/** A card of the dashboard. It decides by itself whether the person may see it. */
export interface HomeCard {
  key: string
  Card: ComponentType
}

/** The cards, in their order. */
export const cards: HomeCard[] = [{ key: 'account', Card: AccountCard }]
