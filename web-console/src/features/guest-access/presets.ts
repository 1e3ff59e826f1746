import type { Dayjs } from 'dayjs'
import { wallTime } from '@/kit/time'
import type { GuestAccessRule, GuestType } from './api'

export const PRESETS = ['courier', 'today', 'weekend', 'regular'] as const
export type Preset = (typeof PRESETS)[number]

/** Days that a regular key lasts, where nothing limits it. */
const REGULAR_DAYS = 30
/** More rules than these are chosen one by one. */
const MAX_PRESELECTED = 8

/** The most that a key of a giver may have; null where there is no limit. */
export interface Limits {
  passes: number | null
  days: number | null
}

export interface PresetValues {
  guest_type: GuestType
  period_restrict_active: boolean
  period_restrict_from: string
  period_restrict_to: string
  has_pass_limit: boolean
  pass_limit: number
}

/** The period and the visits that a preset stands for, within the giver's limits. `now` is in the person's zone. */
export function presetValues(
  preset: Preset,
  now: Dayjs,
  zone: string,
  limits: Limits,
): PresetValues {
  const { from, to } = periodOf(preset, now, (days) => wallTime(now, zone, { days }))
  const last = limits.days === null ? to : earlier(to, from.add(limits.days, 'day'))
  return {
    guest_type: preset === 'courier' ? 'courier' : 'guest',
    period_restrict_active: true,
    period_restrict_from: from.toISOString(),
    period_restrict_to: last.toISOString(),
    has_pass_limit: preset === 'courier' || limits.passes !== null,
    pass_limit: preset === 'courier' ? 1 : (limits.passes ?? 1),
  }
}

/** `midnight(1)` is that of tonight. */
function periodOf(
  preset: Preset,
  now: Dayjs,
  midnight: (days: number) => Dayjs,
): { from: Dayjs; to: Dayjs } {
  switch (preset) {
    case 'courier':
      return { from: now, to: now.add(1, 'hour') }
    case 'today':
      return { from: now, to: midnight(1) }
    case 'weekend': {
      // Saturday and Sunday that come, or what is left of those that are here.
      const toSaturday = now.day() === 0 ? -1 : 6 - now.day()
      return { from: toSaturday > 0 ? midnight(toSaturday) : now, to: midnight(toSaturday + 2) }
    }
    case 'regular':
      return { from: now, to: midnight(REGULAR_DAYS) }
  }
}

const earlier = (one: Dayjs, other: Dayjs) => (one.isBefore(other) ? one : other)

/** The rules that a new key starts with: those with schedules for a regular guest, where there are any; else all of a few. */
export function preselected(rules: GuestAccessRule[], preset: Preset): GuestAccessRule[] {
  const scheduled = rules.filter(({ time_rules: schedules }) => schedules.length > 0)
  const fitting = preset === 'regular' && scheduled.length > 0 ? scheduled : rules
  return fitting.length <= MAX_PRESELECTED ? fitting : []
}
