import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listArgs } from '@/api/list'
import type { Id, Ref } from '@/api/types'
import { identifiers, type Identifier } from '@/features/identifiers'
import { timeRules, useScheduleWords, type TimeRule } from '@/features/time-rules'
import {
  useCreateAccessRule,
  useLazyGetAccessRuleQuery,
  useLazyListAccessRulesQuery,
  useUpdateAccessRule,
  type AccessRule,
} from '../api'
import { rulesOfDoor } from './doorFilter'
import { additionTo, fittingRule, namesAll, type Receivers, type Terms } from './fitting'
import type { Wanted } from './schedule'
import type { GiveForm } from './schema'

export interface Given {
  rule: Ref
  /** The rule was made for this; else whoever gets access was added to it, or was in it before. */
  how: 'made' | 'added' | 'was'
  doors: Ref[]
  receivers: Receivers
  card: Identifier | undefined
}

/** Names of rules and schedules are no longer. */
const MAX_NAME = 100

/** Gives access: a card where one is asked for, a schedule where none says it, a rule where none fits. */
export function useGive() {
  const { t } = useTranslation('access-rules')
  const makeCard = useCard()
  const scheduleOf = useSchedule()
  const [list] = useLazyListAccessRulesQuery()
  const [get] = useLazyGetAccessRuleQuery()
  const [create] = useCreateAccessRule()
  const [update] = useUpdateAccessRule()

  const addTo = async (rule: AccessRule, receivers: Receivers): Promise<Given['how']> => {
    // As it is now: somebody else may have added to it meanwhile.
    const fresh = await get({ id: rule.id }).unwrap()
    if (namesAll(fresh, receivers)) return 'was'
    await update({ id: rule.id, body: additionTo(fresh, receivers) }).unwrap()
    return 'added'
  }
  const make = async ({ doors, scheduleId }: Terms, receivers: Receivers, times: string) => {
    const names = doors.map(({ name }) => name).join(', ')
    return create({
      name: t('give.ruleName', { doors: names, times }).slice(0, MAX_NAME),
      prohibition: false,
      devices: doors.map(({ id, name }) => ({ id, name, lock_number: 0 })),
      time_rules: scheduleId === null ? [] : [{ id: scheduleId, name: times }],
      ...receivers,
    }).unwrap()
  }

  return async (form: GiveForm, wanted: Wanted): Promise<Given> => {
    const { users, domains, identifiers: cards, doors } = form
    const receivers = { users, domains, identifiers: cards }
    const card = await makeCard(form)
    const schedule = await scheduleOf(wanted)
    const terms = { doors, scheduleId: schedule?.id ?? null }
    const [door] = doors
    const { items } = await list(listArgs(rulesOfDoor(door?.id ?? 0))).unwrap()
    const rule = fittingRule(items, terms, receivers)
    if (rule) return { rule, how: await addTo(rule, receivers), doors, receivers, card }
    const made = await make(terms, receivers, schedule?.name ?? t('anyTime'))
    return { rule: made, how: 'made', doors, receivers, card }
  }
}

/** Makes the card of the one person; once, although what comes after it may fail and be tried again. */
function useCard() {
  const [create] = identifiers.api.useCreate()
  const made = useRef<Identifier>(undefined)
  return async ({ card: value, users }: GiveForm): Promise<Identifier | undefined> => {
    const [owner] = users
    if (value === '' || !owner) return undefined
    made.current ??= await create({ type: 'card', value, name: owner.name, owner }).unwrap()
    return made.current
  }
}

/** The schedule that is wanted; one that is made is named by what it says. */
function useSchedule() {
  const [create] = timeRules.api.useCreate()
  const { say } = useScheduleWords()
  const made = useRef<{ key: string; schedule: TimeRule }>(undefined)
  return async (wanted: Wanted): Promise<{ id: Id; name: string } | null> => {
    if (wanted === null) return null
    if ('schedule' in wanted) return wanted.schedule
    const key = JSON.stringify(wanted.times)
    if (made.current?.key !== key) {
      const name = say(wanted.times).slice(0, MAX_NAME)
      const { times } = wanted
      const schedule = await create({
        ...times,
        name,
        repeat_duration_count: times.repeat_duration_count ?? 1,
        repeat_custom_looper: times.repeat_custom_looper ?? 1,
      }).unwrap()
      made.current = { key, schedule }
    }
    return made.current.schedule
  }
}
