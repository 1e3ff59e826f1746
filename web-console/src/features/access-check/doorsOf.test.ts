import { describe, expect, test } from 'vitest'
import type { AccessRule } from '@/features/access-rules'
import { doorsOf, schedulesOf } from './doorsOf'

const hours = { id: 1, name: 'Working hours' }
const door = (id: number, lock_number = 0) => ({ id, name: `Door ${id}`, lock_number })

const rule = (id: number, doors: ReturnType<typeof door>[], more: Partial<AccessRule> = {}) =>
  ({
    id,
    name: `Rule ${id}`,
    prohibition: false,
    time_rules: [],
    devices: doors,
    ...more,
  }) as unknown as AccessRule

const names = (rules: AccessRule[]) => doorsOf(rules).map(({ door: { name } }) => name)

describe('the doors of a person', () => {
  test('are_those_that_their_rules_grant_each_once_in_natural_order', () => {
    expect(names([rule(1, [door(10), door(2)]), rule(2, [door(2)])])).toEqual(['Door 2', 'Door 10'])
  })

  test('a_rule_that_forbids_adds_no_door', () => {
    const forbids = rule(2, [door(1), door(3)], { prohibition: true })
    const [found] = doorsOf([rule(1, [door(1)]), forbids])
    expect(names([rule(1, [door(1)]), forbids])).toEqual(['Door 1'])
    expect(found?.forbids).toEqual([forbids])
  })

  test('a_rule_about_two_locks_of_a_door_is_named_once', () => {
    expect(doorsOf([rule(1, [door(1, 1), door(1, 2)])])[0]?.grants).toHaveLength(1)
  })

  test('open_at_any_time_when_one_rule_says_so_and_else_on_the_schedules_of_all', () => {
    const byDay = rule(1, [door(1)], { time_rules: [hours] })
    const again = rule(2, [door(1)], { time_rules: [hours, { id: 2, name: 'Weekend' }] })
    expect(doorsOf([byDay, again]).map(schedulesOf)).toEqual([[hours, { id: 2, name: 'Weekend' }]])
    expect(doorsOf([byDay, rule(3, [door(1)])]).map(schedulesOf)).toEqual([null])
  })
})
