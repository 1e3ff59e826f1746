import { describe, expect, test } from 'vitest'
import type { AccessRule } from '../api'
import { additionTo, fittingRule, namesAll, nobody } from './fitting'

const anna = { id: 1, name: 'Anna' }
const bram = { id: 2, name: 'Bram' }
const lobby = { id: 7, name: 'Lobby' }
const garage = { id: 8, name: 'Garage' }
const hours = { id: 3, name: 'Office hours' }

const rule = (more: Partial<AccessRule> = {}) =>
  ({
    id: 5,
    name: 'Office',
    prohibition: false,
    devices: [{ ...lobby, lock_number: 0 }],
    time_rules: [hours],
    ...nobody,
    ...more,
  }) as AccessRule

const terms = { doors: [lobby], scheduleId: hours.id }
const toAnna = { ...nobody, users: [anna] }
const fits = (more: Partial<AccessRule>) => fittingRule([rule(more)], terms, toAnna) !== undefined

describe('a rule fits', () => {
  test('when_it_opens_just_these_doors_at_just_these_times', () => {
    expect(fits({})).toBe(true)
    expect(
      fittingRule([rule({ time_rules: [] })], { doors: [lobby], scheduleId: null }, toAnna),
    ).toBeDefined()
  })

  test('not_when_it_would_open_another_door_or_one_lock_alone', () => {
    const more = [lobby, garage].map((door) => ({ ...door, lock_number: 0 }))
    expect(fits({ devices: more })).toBe(false)
    expect(fits({ devices: [{ ...lobby, lock_number: 1 }] })).toBe(false)
    expect(fittingRule([rule()], { ...terms, doors: [lobby, garage] }, toAnna)).toBeUndefined()
  })

  test('not_when_it_holds_at_other_times_or_forbids', () => {
    expect(fits({ time_rules: [] })).toBe(false)
    expect(fits({ time_rules: [hours, { id: 4, name: 'Weekend' }] })).toBe(false)
    expect(fits({ prohibition: true })).toBe(false)
  })

  test('not_when_it_names_as_many_as_a_rule_may', () => {
    const users = Array.from({ length: 500 }, (_, at) => ({ id: at + 10, name: `User ${at}` }))
    expect(fits({ users })).toBe(false)
    expect(fits({ users: [...users.slice(1), anna] })).toBe(true)
  })
})

describe('adding to a rule', () => {
  test('keeps_whom_it_names_and_sends_only_what_changes', () => {
    expect(additionTo(rule({ users: [bram] }), toAnna)).toEqual({ users: [bram, anna] })
  })

  test('changes_nothing_for_whom_it_names_already', () => {
    expect(namesAll(rule({ users: [anna] }), toAnna)).toBe(true)
    expect(additionTo(rule({ users: [anna] }), toAnna)).toEqual({})
    expect(namesAll(rule(), toAnna)).toBe(false)
  })
})
