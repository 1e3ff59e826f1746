import { describe, expect, test } from 'vitest'
import {
  amenitySchema,
  emptyAmenity,
  emptyItem,
  overlapping,
  toAmenityBody,
  type AmenityForm,
} from './schema'

const HOUR = 3600
const ref = { id: 1, name: 'House' }
const sauna: AmenityForm = { ...emptyAmenity, name: 'Sauna', domains: [ref], access_rules: [ref] }

const paths = (values: AmenityForm) =>
  (amenitySchema.safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.'))

const withHours = (from: number, to: number, duration = 60): AmenityForm => ({
  ...sauna,
  time_slots: { duration, items: [{ ...emptyItem, from: from * HOUR, to: to * HOUR }] },
})

describe('the form of an amenity', () => {
  test('it_needs_a_name_a_group_and_a_rule', () => {
    expect(paths(sauna)).toEqual([])
    expect(paths(emptyAmenity).toSorted()).toEqual(['access_rules', 'domains', 'name'])
  })

  test('hours_end_after_they_begin_and_divide_into_slots', () => {
    expect(paths(withHours(18, 9))).toEqual(['time_slots.items.0.to'])
    expect(paths(withHours(9, 10, 45))).toEqual(['time_slots.items.0.to'])
    expect(paths(withHours(9, 12, 45))).toEqual([])
  })

  test('hours_of_one_day_do_not_overlap', () => {
    const morning = { days: ['mon', 'tue'] as const, from: 8 * HOUR, to: 12 * HOUR }
    const hours = (days: ('mon' | 'tue' | 'wed')[], from: number) => [
      { ...morning, days: [...morning.days] },
      { days, from: from * HOUR, to: 14 * HOUR },
    ]
    expect(overlapping(hours(['tue'], 11))).toBe(1)
    expect(overlapping(hours(['tue'], 12))).toBe(-1)
    expect(overlapping(hours(['wed'], 11))).toBe(-1)
  })

  test('minutes_of_the_form_are_seconds_of_the_server', () => {
    const body = toAmenityBody(amenitySchema.parse(sauna))
    expect(body.time_slots?.duration).toBe(HOUR)
  })
})
