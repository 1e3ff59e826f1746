import type { GuestKey } from './api'

export type State = NonNullable<GuestKey['state']>

type Facts = Pick<
  GuestKey,
  'state' | 'period_restrict_active' | 'period_restrict_from' | 'period_restrict_to'
>

/** What the server said, moved on by the clock: a list that is looked at does not wait for its next answer. */
export function stateAt(key: Facts, now: Date): State | null {
  const { state } = key
  if (!key.period_restrict_active) return state
  const { period_restrict_from: from, period_restrict_to: to } = key
  if (state !== 'active' && state !== 'scheduled') return state
  if (to !== null && new Date(to) <= now) return 'expired'
  return state === 'scheduled' && from !== null && new Date(from) <= now ? 'active' : state
}

/** Whether it may still open something: only then is there something to stop. */
export const isLive = ({ state }: Pick<GuestKey, 'state'>) =>
  state === 'active' || state === 'scheduled' || state === 'suspended'
