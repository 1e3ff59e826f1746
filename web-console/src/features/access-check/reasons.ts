/** Codes of the access decision, as the service gives them. */
export const REASON_CODES = [
  'granted_by',
  'prohibited_by',
  'lockdown',
  'outside_schedule',
  'no_rule_for_this_door',
  'identifier_inactive',
  'revoked',
  'not_yet_valid',
  'expired',
  'passes_used_up',
  'no_photo',
  'outside_hours',
  'owner_suspended',
  'unlicensed',
  'unsupported_by_device',
  'not_held_by_device',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

/** What a device cannot hold by itself, as the service says it. */
export const ONLINE_CAUSES = [
  'prohibited_at_times',
  'schedules_differ_by_lock',
  'locks_not_selectable',
  'schedule_in_another_zone',
  'hours_of_the_key',
  'passes_of_the_key',
] as const

/** The cause whose words are shown. */
export const onlineKey = (cause: string): (typeof ONLINE_CAUSES)[number] | 'other' =>
  ONLINE_CAUSES.find((known) => known === cause) ?? 'other'

/** What a reason amounts to: the sign and the colour of its row. */
export type ReasonTone = 'grants' | 'forbids' | 'waits' | 'missing' | 'broken'

/** The code whose words are shown; a code of a newer server gets words of its own. */
export const reasonKey = (code: string): ReasonCode | 'other' =>
  REASON_CODES.find((known) => known === code) ?? 'other'

export function reasonTone(code: string): ReasonTone {
  switch (code) {
    case 'granted_by':
      return 'grants'
    case 'prohibited_by':
    case 'lockdown':
      return 'forbids'
    case 'outside_schedule':
    case 'not_yet_valid':
    case 'outside_hours':
      return 'waits'
    case 'no_rule_for_this_door':
      return 'missing'
    default:
      return 'broken'
  }
}

/** Whether a rule more would open the door: nothing else is in the way, or nothing but the time. */
export const isFixable = ({
  allowed,
  reasons,
}: {
  allowed: boolean
  reasons: { code: string }[]
}) =>
  !allowed &&
  reasons.length > 0 &&
  reasons.every(({ code }) => code === 'no_rule_for_this_door' || code === 'outside_schedule')
