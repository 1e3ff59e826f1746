import { describe, expect, test } from 'vitest'
import { emptyTimeRule, presetValues, PRESETS } from './presets'
import { timeRuleSchema, toTimeRuleBody, type TimeRuleForm } from './schema'

const MONDAY = '2026-11-23'
const weekdays: TimeRuleForm = {
  ...emptyTimeRule(MONDAY),
  name: 'Working hours',
  ...presetValues('weekdays', MONDAY),
}

const problems = (values: Partial<TimeRuleForm>) =>
  (timeRuleSchema.safeParse({ ...weekdays, ...values }).error?.issues ?? []).map(({ path }) =>
    path.join('.'),
  )

describe('a schedule', () => {
  test('every_preset_is_taken', () => {
    expect(PRESETS.flatMap((preset) => problems(presetValues(preset, MONDAY)))).toEqual([])
  })

  test('it_ends_after_it_begins_unless_it_is_all_day', () => {
    const same = { valid_to: weekdays.valid_from }
    expect(problems(same)).toEqual(['valid_to'])
    expect(problems({ ...same, is_all_day: true })).toEqual([])
  })

  test('only_the_fields_of_the_mode_are_asked_for', () => {
    const nothing = { repeat_custom_weekdays: [], repeat_custom_looper: null }
    expect(problems(nothing).toSorted()).toEqual(['repeat_custom_looper', 'repeat_custom_weekdays'])
    expect(problems({ ...nothing, repeat_mode: 'day' })).toEqual([])
  })

  test('a_kind_of_day_needs_both_of_its_words', () => {
    const monthly = { repeat_custom_mode: 'monthly', repeat_custom_use_day_types: true } as const
    expect(problems(monthly).toSorted()).toEqual([
      'repeat_custom_day_iteration',
      'repeat_custom_day_type',
    ])
  })

  test('the_last_day_is_not_before_the_first', () => {
    const until = { repeat_duration_mode: 'until' } as const
    expect(problems(until)).toEqual(['repeat_duration_until'])
    expect(problems({ ...until, repeat_duration_until: '2026-11-22' })).toEqual([
      'repeat_duration_until',
    ])
    expect(problems({ ...until, repeat_duration_until: MONDAY })).toEqual([])
  })
})

test('numbers_that_are_not_in_use_are_sent_as_their_defaults', () => {
  const values = timeRuleSchema.parse({
    ...weekdays,
    repeat_mode: 'day',
    repeat_duration_count: null,
    repeat_custom_looper: null,
  })
  expect(toTimeRuleBody(values)).toMatchObject({
    repeat_duration_count: 1,
    repeat_custom_looper: 1,
  })
})
