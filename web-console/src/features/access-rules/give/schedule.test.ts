import { describe, expect, test } from 'vitest'
import type { TimeRule } from '@/features/time-rules'
import { presetTimes, wantedSchedule } from './schedule'

const TODAY = '2026-11-23'

const schedule = (id: number, more: Partial<TimeRule> = {}) =>
  ({
    ...presetTimes('weekdays', '2025-01-06'),
    id,
    name: 'Office hours',
    description: null,
    has_own_zone: false,
    time_zone: 'Europe/Amsterdam',
    ...more,
  }) as TimeRule

const office = schedule(1)

describe('the schedule of an access that is given', () => {
  test('any_time_for_good_needs_none', () => {
    expect(wantedSchedule('any', null, [office], TODAY)).toBeNull()
  })

  test('is_the_one_that_was_chosen', () => {
    expect(wantedSchedule(1, null, [schedule(2), office], TODAY)).toEqual({ schedule: office })
  })

  test('a_preset_is_the_schedule_that_says_it_already_whenever_it_began', () => {
    expect(wantedSchedule('weekdays', null, [office], TODAY)).toEqual({ schedule: office })
    const times = presetTimes('weekend', TODAY)
    expect(wantedSchedule('weekend', null, [office], TODAY)).toEqual({ times })
  })

  test('one_that_begins_later_or_goes_by_a_zone_of_its_own_says_something_else', () => {
    const later = schedule(1, {
      valid_from: '2027-01-04T08:00:00',
      valid_to: '2027-01-04T18:00:00',
    })
    const elsewhere = schedule(2, { has_own_zone: true })
    const found = wantedSchedule('weekdays', null, [later, elsewhere], TODAY)
    expect(found).toEqual({ times: presetTimes('weekdays', TODAY) })
  })

  test('until_a_date_it_is_a_schedule_that_ends_and_the_chosen_one_stays_as_it_is', () => {
    const found = wantedSchedule(1, '2026-12-24', [office], TODAY)
    expect(found).toMatchObject({
      times: { repeat_duration_mode: 'until', repeat_duration_until: '2026-12-24' },
    })
    const ending = schedule(9, {
      repeat_duration_mode: 'until',
      repeat_duration_until: '2026-12-24',
    })
    expect(wantedSchedule(1, '2026-12-24', [office, ending], TODAY)).toEqual({ schedule: ending })
  })

  test('any_time_until_a_date_is_every_day_until_then', () => {
    expect(wantedSchedule('any', '2026-12-24', [office], TODAY)).toMatchObject({
      times: { repeat_mode: 'day', is_all_day: true, repeat_duration_until: '2026-12-24' },
    })
  })

  test('a_schedule_that_ends_before_is_not_made_longer', () => {
    const ending = schedule(1, {
      repeat_duration_mode: 'until',
      repeat_duration_until: '2026-11-30',
    })
    expect(wantedSchedule(1, '2026-12-24', [ending], TODAY)).toEqual({ schedule: ending })
  })
})
