import type { ToneName } from '@/kit/theme'
import type { Identifier } from './api'

export type IdentifierStatus =
  | 'revoked'
  | 'inactive'
  | 'expired'
  | 'used_up'
  | 'not_yet_valid'
  | 'active'

type Facts = Pick<
  Identifier,
  | 'revoked_at'
  | 'is_active'
  | 'period_restrict_active'
  | 'period_restrict_from'
  | 'period_restrict_to'
  | 'passes_restrict_active'
  | 'passes_restrict_max_count'
  | 'passes_restrict_passes_count'
>

/** Whether the identifier counts at a moment, and if not, the first reason why. */
export function identifierStatus(identifier: Facts, now: Date): IdentifierStatus {
  if (identifier.revoked_at !== null) return 'revoked'
  if (!identifier.is_active) return 'inactive'
  const { period_restrict_from: from, period_restrict_to: to } = identifier
  const isLimited = identifier.period_restrict_active
  if (isLimited && to !== null && new Date(to) <= now) return 'expired'
  const { passes_restrict_max_count: max, passes_restrict_passes_count: used } = identifier
  if (identifier.passes_restrict_active && used >= max) return 'used_up'
  if (isLimited && from !== null && new Date(from) > now) return 'not_yet_valid'
  return 'active'
}

export const STATUS_TONES: Record<IdentifierStatus, ToneName> = {
  revoked: 'error',
  inactive: 'neutral',
  expired: 'warning',
  used_up: 'warning',
  not_yet_valid: 'info',
  active: 'success',
}
