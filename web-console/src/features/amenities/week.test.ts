import { describe, expect, test } from 'vitest'
import type { AmenitySlot } from './api'
import {
  addDays,
  clock,
  hoursOf,
  isFree,
  nextFree,
  shareTaken,
  span,
  tap,
  todayIn,
  weekOf,
} from './week'

const HOUR = 3600
const at = (hour: number) => `2026-11-24T${String(hour).padStart(2, '0')}:00:00Z`

const slot = (hour: number, over: Partial<AmenitySlot> = {}): AmenitySlot => ({
  date: '2026-11-24',
  from: hour * HOUR,
  to: (hour + 1) * HOUR,
  start: at(hour),
  end: at(hour + 1),
  capacity: 10,
  taken: 0,
  left: 10,
  status: 'free',
  ...over,
})

const day = [9, 10, 11, 12, 14].map((hour) => slot(hour))
const fits = (one: AmenitySlot) => isFree(one, 1)

describe('days', () => {
  test('a_week_begins_on_monday', () => {
    expect(weekOf('2026-11-29')).toEqual([23, 24, 25, 26, 27, 28, 29].map((d) => `2026-11-${d}`))
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  test('today_is_that_of_the_zone', () => {
    const late = new Date('2026-11-23T23:30:00Z')
    expect(todayIn('Europe/Berlin', late)).toBe('2026-11-24')
    expect(todayIn('UTC', late)).toBe('2026-11-23')
  })

  test('a_clock_ends_at_24', () => {
    expect([0, 34_200, 86_400].map(clock)).toEqual(['00:00', '09:30', '24:00'])
  })
})

test('the_share_of_a_day_counts_what_can_still_be_reserved', () => {
  const past = slot(8, { status: 'past', taken: 10, left: 0 })
  expect(shareTaken([past, slot(9, { taken: 5 }), slot(10)])).toBe(0.25)
  expect(shareTaken([slot(9, { status: 'full', taken: 10, left: 0 })])).toBe(1)
  expect(shareTaken([past])).toBeUndefined()
  expect(shareTaken([])).toBeUndefined()
})

describe('a choice of slots', () => {
  test('a_drag_takes_the_slots_between_in_either_direction', () => {
    const all = { date: '2026-11-24', from: [9, 10, 11].map((hour) => hour * HOUR) }
    expect(span(day, 9 * HOUR, 11 * HOUR, fits)).toEqual(all)
    expect(span(day, 11 * HOUR, 9 * HOUR, fits)).toEqual(all)
    expect(hoursOf(all, day)).toBe('09:00–12:00')
  })

  test('a_drag_ends_before_a_slot_that_is_full_and_before_a_gap', () => {
    const full = day.map((one) =>
      one.from === 11 * HOUR ? slot(11, { status: 'full', left: 0 }) : one,
    )
    expect(span(full, 9 * HOUR, 12 * HOUR, fits)?.from).toEqual([9 * HOUR, 10 * HOUR])
    expect(span(day, 11 * HOUR, 14 * HOUR, fits)?.from).toEqual([11 * HOUR, 12 * HOUR])
    expect(span(full, 11 * HOUR, 12 * HOUR, fits)).toBeUndefined()
  })

  test('a_tap_beside_it_makes_it_longer_and_one_at_its_end_shorter', () => {
    const one = tap(undefined, slot(10), day, fits)
    const two = tap(one, slot(11), day, fits)
    expect(two?.from).toEqual([10 * HOUR, 11 * HOUR])
    expect(tap(two, slot(9), day, fits)?.from).toEqual([9 * HOUR, 10 * HOUR, 11 * HOUR])
    expect(tap(two, slot(10), day, fits)?.from).toEqual([11 * HOUR])
    expect(tap(one, slot(10), day, fits)).toBeUndefined()
    expect(tap(two, slot(14), day, fits)?.from).toEqual([14 * HOUR])
  })

  test('a_slot_with_too_few_places_does_not_fit_but_ones_own_does', () => {
    const partly = slot(9, { status: 'partly', taken: 8, left: 2 })
    expect(isFree(partly, 2)).toBe(true)
    expect(isFree(partly, 3)).toBe(false)
    expect(isFree(partly, 3, { date: '2026-11-24', from: [9 * HOUR] })).toBe(true)
    expect(isFree(slot(9, { status: 'past' }), 1)).toBe(false)
  })

  test('the_next_free_slot_has_places_for_everybody', () => {
    const slots = [slot(9, { status: 'past' }), slot(10, { status: 'partly', left: 1 }), slot(11)]
    expect(nextFree(slots, 1)?.from).toBe(10 * HOUR)
    expect(nextFree(slots, 2)?.from).toBe(11 * HOUR)
  })
})
