import { expect, test } from 'vitest'
import type { Amenity, AmenityReservation } from './api'
import { hoursOfDay, marksOf, timelineOf } from './timeline'

const HOUR = 3600
const amenity = (id: number, from: number, to: number) =>
  ({
    id,
    name: `amenity ${id}`,
    time_slots: {
      duration: HOUR,
      items: [{ days: ['tue'], from: from * HOUR, to: to * HOUR }],
    },
  }) as unknown as Amenity
const reservation = (id: number, of: number, from: number, to: number, status = 'reserved') =>
  ({
    id,
    amenity: { id: of, name: '' },
    status,
    time_slots: [{ from: from * HOUR, to: to * HOUR }],
  }) as unknown as AmenityReservation

test('the hours reach around all that is open or reserved on the day', () => {
  const amenities = [amenity(1, 9, 18), amenity(2, 10, 22)]
  expect(hoursOfDay(amenities, [], 'tue')).toEqual({
    from: 9 * HOUR,
    to: 22 * HOUR,
  })
  // One that has stayed outside of the hours is shown as well.
  const early = [reservation(1, 1, 6.5, 8)]
  expect(hoursOfDay(amenities, early, 'tue')).toEqual({
    from: 6 * HOUR,
    to: 22 * HOUR,
  })
  expect(hoursOfDay(amenities, [], 'wed')).toEqual({
    from: 8 * HOUR,
    to: 20 * HOUR,
  })
})

test('each reservation is a bar on the line of its amenity, and canceled ones are none', () => {
  const rows = timelineOf(
    [amenity(1, 9, 19), amenity(2, 9, 19)],
    [reservation(1, 1, 9, 11), reservation(2, 2, 14, 19), reservation(3, 2, 9, 19, 'canceled')],
    { from: 9 * HOUR, to: 19 * HOUR },
  )
  expect(rows.map(({ bars }) => bars.map(({ left, width }) => [left, width]))).toEqual([
    [[0, 20]],
    [[50, 50]],
  ])
})

test('bars that overlap lie under one another, and the next one takes the first free lane', () => {
  const [row] = timelineOf(
    [amenity(1, 9, 19)],
    [reservation(1, 1, 9, 12), reservation(2, 1, 10, 11), reservation(3, 1, 11, 13)],
    { from: 9 * HOUR, to: 19 * HOUR },
  )
  expect(row?.bars.map(({ lane }) => lane)).toEqual([0, 1, 1])
  expect(row?.lanes).toBe(2)
})

test('marks stand at round hours', () => {
  expect(marksOf({ from: 9 * HOUR, to: 19 * HOUR }).map((at) => at / HOUR)).toEqual([
    10, 12, 14, 16, 18,
  ])
  expect(marksOf({ from: 0, to: 24 * HOUR }).map((at) => at / HOUR)).toEqual([
    0, 3, 6, 9, 12, 15, 18, 21, 24,
  ])
})
