import type { Id, Ref } from '@/api/types'
import type { AccessRule, AccessRuleInput } from '../api'

/** Most that a rule names of a kind. */
const MAX_NAMED = 500

/** Whom access is given to. */
export interface Receivers {
  users: Ref[]
  domains: Ref[]
  identifiers: Ref[]
}
const KINDS = ['users', 'domains', 'identifiers'] as const

export const nobody: Receivers = { users: [], domains: [], identifiers: [] }

/** Which doors, all of their locks, and on which schedule; null: at any time. */
export interface Terms {
  doors: Ref[]
  scheduleId: Id | null
}

/**
 * The rule that says just this already, so that whoever gets access is added to it. One with more
 * doors or other times would give more, or less, than was asked for.
 */
export function fittingRule(
  rules: AccessRule[],
  { doors, scheduleId }: Terms,
  receivers: Receivers,
): AccessRule | undefined {
  const wanted = new Set(doors.map(({ id }) => id))
  const schedules = scheduleId === null ? [] : [scheduleId]
  return rules.find(
    (rule) =>
      !rule.prohibition &&
      rule.devices.length === wanted.size &&
      rule.devices.every(({ id, lock_number: lock }) => lock === 0 && wanted.has(id)) &&
      rule.time_rules.length === schedules.length &&
      rule.time_rules.every(({ id }) => schedules.includes(id)) &&
      KINDS.every((kind) => together(rule[kind], receivers[kind]).length <= MAX_NAMED),
  )
}

/** Whether a rule names everybody already. */
export const namesAll = (rule: Receivers, receivers: Receivers): boolean =>
  KINDS.every((kind) => missing(rule[kind], receivers[kind]).length === 0)

/** What changes of a rule when somebody is added to it. */
export function additionTo(rule: Receivers, receivers: Receivers): AccessRuleInput {
  const changed = KINDS.filter((kind) => missing(rule[kind], receivers[kind]).length > 0)
  return Object.fromEntries(changed.map((kind) => [kind, together(rule[kind], receivers[kind])]))
}

const missing = (named: Ref[], more: Ref[]) =>
  more.filter(({ id }) => !named.some((each) => each.id === id))

const together = (named: Ref[], more: Ref[]) => [...named, ...missing(named, more)]
