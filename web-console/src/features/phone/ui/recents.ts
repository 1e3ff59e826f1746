import type { HistoryCall } from '../api'

export interface Recent {
  id: number
  direction: 'incoming' | 'outgoing'
  number: string
  name: string
  /** It was for this number, and nobody answered. */
  isMissed: boolean
}

/** A call of the history as the owner of a number sees it. */
export function recentOf({ id, from, to, status }: HistoryCall, own: string): Recent {
  const direction = from?.number === own ? 'outgoing' : 'incoming'
  const other = direction === 'outgoing' ? to : from
  return {
    id,
    direction,
    number: other?.number ?? '',
    name: other?.user?.name || other?.device?.name || other?.name || '',
    isMissed: direction === 'incoming' && (status === 'noanswer' || status === 'cancel'),
  }
}
