import { expect, test } from 'vitest'
import { dateFormat } from '@/kit/time'
import { preselected, presetValues, type Preset } from './presets'

const ZONE = 'Europe/Amsterdam'
const { at } = dateFormat({ format: 'DD-MM-YYYY', zone: ZONE, locale: 'en' })
const FREE = { passes: null, days: null }

const fill = (preset: Preset, now: string, limits: Parameters<typeof presetValues>[3] = FREE) =>
  presetValues(preset, at(now), ZONE, limits)
const period = (preset: Preset, now: string) => {
  const { period_restrict_from: from, period_restrict_to: to } = fill(preset, now)
  return [from, to]
}

test('a_courier_has_one_visit_in_the_next_hour', () => {
  expect(fill('courier', '2026-11-23T12:00:00.000Z')).toEqual({
    guest_type: 'courier',
    period_restrict_active: true,
    period_restrict_from: '2026-11-23T12:00:00.000Z',
    period_restrict_to: '2026-11-23T13:00:00.000Z',
    has_pass_limit: true,
    pass_limit: 1,
  })
})

test('a_guest_of_today_stays_until_midnight_of_the_zone', () => {
  expect(period('today', '2026-11-23T22:30:00.000Z')).toEqual([
    '2026-11-23T22:30:00.000Z',
    '2026-11-23T23:00:00.000Z',
  ])
  expect(fill('today', '2026-11-23T12:00:00Z').has_pass_limit).toBe(false)
})

test('a_weekend_is_the_next_one_and_what_is_left_of_the_one_that_is_here', () => {
  const next = ['2026-11-27T23:00:00.000Z', '2026-11-29T23:00:00.000Z']
  expect(period('weekend', '2026-11-23T12:00:00Z')).toEqual(next)
  expect(period('weekend', '2026-11-28T12:00:00.000Z')).toEqual([
    '2026-11-28T12:00:00.000Z',
    next[1],
  ])
  expect(period('weekend', '2026-11-29T12:00:00.000Z')).toEqual([
    '2026-11-29T12:00:00.000Z',
    next[1],
  ])
})

test('days_on_which_the_clocks_change_end_at_midnight_too', () => {
  // 25 hours on 25 October, 23 hours on 28 March.
  expect(period('today', '2026-10-25T10:00:00Z')[1]).toBe('2026-10-25T23:00:00.000Z')
  expect(period('today', '2027-03-28T10:00:00Z')[1]).toBe('2027-03-28T22:00:00.000Z')
  expect(period('weekend', '2027-03-24T10:00:00Z')).toEqual([
    '2027-03-26T23:00:00.000Z',
    '2027-03-28T22:00:00.000Z',
  ])
})

test('no_preset_exceeds_what_the_giver_may_hand_on', () => {
  const values = fill('regular', '2026-11-23T12:00:00Z', { passes: 5, days: 7 })
  expect(values.period_restrict_to).toBe('2026-11-30T12:00:00.000Z')
  expect(values).toMatchObject({ has_pass_limit: true, pass_limit: 5 })
})

test('a_regular_guest_gets_the_doors_with_schedules_and_others_all_of_a_few', () => {
  const rule = (id: number, schedules: number) => ({
    id,
    name: `Rule ${id}`,
    doors: [],
    time_rules: Array.from({ length: schedules }, () => ({ id, name: 'Tuesdays' })),
  })
  const rules = [rule(1, 0), rule(2, 1)]
  expect(preselected(rules, 'courier')).toEqual(rules)
  expect(preselected(rules, 'regular')).toEqual([rules[1]])
  expect(preselected([rule(1, 0)], 'regular')).toHaveLength(1)
  expect(
    preselected(
      Array.from({ length: 9 }, (_row, id) => rule(id, 0)),
      'today',
    ),
  ).toEqual([])
})
