import type {
  AccessCellState,
  AccessMatrixChange,
  PreviewAccessRuleResponse,
} from '@/api/generated/access-matrix'
import type { AccessRuleForm } from './schema'

/** Changes that are named; the others are counted. */
export const SHOWN = 20

/** Fields of the form that decide who opens what. */
export const DECIDING = [
  'prohibition',
  'devices',
  'domains',
  'users',
  'identifiers',
  'time_rules',
] as const satisfies (keyof AccessRuleForm)[]

/** Equal for drafts that open the same doors to the same people. */
export const fingerprint = (values: AccessRuleForm): string =>
  JSON.stringify(DECIDING.map((name) => values[name]))

export type Turn = 'lost' | 'gained' | 'other'

const RANK: Record<AccessCellState, number> = {
  none: 0,
  forbidden: 0,
  later: 1,
  open: 2,
  online_only: 2,
  open_without_identifier: 2,
}

/** As the server counts: more is gained where a door opens now, or at some time, that did not. */
export function turnOf({ before, after }: AccessMatrixChange): Turn {
  const difference = RANK[after ?? 'none'] - RANK[before ?? 'none']
  return difference > 0 ? 'gained' : difference < 0 ? 'lost' : 'other'
}

interface Count {
  people: number
  doors: number
}

export interface Impact {
  gained: Count
  lost: Count
  /** Changes that give and take nothing: a door that opens only while the platform answers. */
  others: number
  /** What is lost first, then what is gained. */
  shown: AccessMatrixChange[]
  more: number
  /** There are more changes than an answer holds: people and doors are counted among its part. */
  isPart: boolean
}

const ORDER: Turn[] = ['lost', 'gained', 'other']

export function impactOf({ items, total, gained, lost }: PreviewAccessRuleResponse): Impact {
  const of = (turn: Turn) => items.filter((change) => turnOf(change) === turn)
  const shown = ORDER.flatMap(of).slice(0, SHOWN)
  return {
    gained: count(of('gained')),
    lost: count(of('lost')),
    others: total - gained - lost,
    shown,
    more: total - shown.length,
    isPart: items.length < total,
  }
}

const count = (changes: AccessMatrixChange[]): Count => ({
  people: new Set(changes.map(({ user }) => user?.id)).size,
  doors: new Set(changes.map(({ device, lock_number: lock }) => `${device?.id}/${lock}`)).size,
})
