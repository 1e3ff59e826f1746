import type { TFunction } from 'i18next'
import type { Id } from '@/api/types'
import type { AccessRuleForm } from './schema'

export interface Wording {
  /** Texts of this feature. */
  text: TFunction<'access-rules'>
  /** Of the commas and the "and". */
  locale: string
  /** When identifiers open by themselves, in words: a guest's key ends though its rule does not. */
  limits?: ReadonlyMap<Id, string>
}

type Rule = Omit<AccessRuleForm, 'name' | 'description' | 'is_shareable'>

/** Names of one kind that a sentence holds; the others are counted. */
const SHOWN = 3

/** What a rule does, in a sentence: "Everybody in Building 1 may open Main gate (lock 1) …". */
export function ruleInWords(rule: Rule, { text, locale, limits }: Wording): string {
  const join = (parts: string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  const short = (parts: string[]) =>
    parts.length > SHOWN + 1
      ? [...parts.slice(0, SHOWN), text('options.words.more', { count: parts.length - SHOWN })]
      : parts

  const groups = short(rule.domains.map(({ name }) => name))
  const who = [
    ...(groups.length > 0 ? [text('options.words.everybodyIn', { groups: join(groups) })] : []),
    ...short(rule.users.map(({ name }) => name)),
    ...short(
      rule.identifiers.map(({ id, name }) => {
        const limit = limits?.get(id)
        return limit
          ? text('options.words.holderWithin', { name, limit })
          : text('options.words.holderOf', { name })
      }),
    ),
  ]
  const doors = short(
    rule.devices.map(({ name, lock_number: lock }) =>
      lock === 0 ? name : text('options.words.doorLock', { name, lock }),
    ),
  )
  if (doors.length === 0) return text('options.words.noDoor')
  if (who.length === 0) return text('options.words.nobody')
  const schedules = short(
    rule.time_rules.map(({ name }) => text('options.words.schedule', { name })),
  )
  const values = {
    who: join(who),
    doors: join(doors),
    when:
      schedules.length > 0
        ? text('options.words.onSchedules', { count: schedules.length, schedules: join(schedules) })
        : rule.identifiers.some(({ id }) => limits?.has(id))
          ? text('options.words.withinLimits')
          : text('options.words.anyTime'),
  }
  return rule.prohibition
    ? text('options.words.forbids', values)
    : text('options.words.grants', values)
}
