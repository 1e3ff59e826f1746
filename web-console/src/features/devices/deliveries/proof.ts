import type { Ref } from '@/api/types'
import type { Delivery } from '../api'

/** What one door has said of an identifier. */
export interface ProofLine {
  door: Ref
  state: 'confirmed' | 'waiting' | 'refused'
  /** Of the confirmation or the refusal, or since when the door waits; null where nobody knows. */
  at: string | null
  error: string | null
  /** Since when the door is offline. */
  offlineSince: string | null
}

export interface Proof {
  /** Waiting and refusing doors first: they want a look. */
  lines: ProofLine[]
  confirmed: number
  /** The last of the confirmations. */
  lastAt: string | null
}

interface Claim {
  /** When the identifier was revoked; null for one that is to open doors. */
  revokedAt: string | null
  /** Doors that were just granted, the only ones it is about; some may not have been told yet. */
  expected?: Ref[]
}

const ORDER = ['waiting', 'refused', 'confirmed'] as const

/** What the doors themselves have confirmed of what the console claims. */
export function proofOf(deliveries: Delivery[], { revokedAt, expected }: Claim): Proof {
  const lines = deliveries
    .filter(({ device }) => !expected || expected.some(({ id }) => id === device?.id))
    .map((delivery) => lineOf(delivery, revokedAt))
    .filter((line) => line !== undefined)
  const told = new Set(lines.map(({ door }) => door.id))
  for (const door of expected ?? []) {
    if (told.has(door.id)) continue
    lines.push({ door, state: 'waiting', at: null, error: null, offlineSince: null })
  }
  const confirmed = lines.filter(({ state }) => state === 'confirmed')
  return {
    lines: lines.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    confirmed: confirmed.length,
    lastAt:
      confirmed
        .map(({ at }) => at)
        .filter((at) => at !== null)
        .toSorted((a, b) => Date.parse(a) - Date.parse(b))
        .at(-1) ?? null,
  }
}

function lineOf(delivery: Delivery, revokedAt: string | null): ProofLine | undefined {
  const { device: door, is_wanted: isWanted, state, at, error, status } = delivery
  if (!door || !state) return undefined
  const line: ProofLine = {
    door,
    state,
    at,
    error,
    offlineSince: status === 'offline' ? delivery.status_changed_at : null,
  }
  if (revokedAt !== null) {
    // What a door refused it never held. What is still wanted is a door that was not told yet.
    if (state === 'refused') return undefined
    if (isWanted || state === 'waiting') return { ...line, state: 'waiting', at: revokedAt }
    return line
  }
  // A door that gave it back is none of those that it is to open.
  return !isWanted && state === 'confirmed' ? undefined : line
}
