import { expect, test } from 'vitest'
import { scale } from './scale'

test('the_axis_reaches_the_end_and_its_ticks_have_room', () => {
  for (const end of [5, 60, 85, 600, 12_000]) {
    for (const width of [200, 420, 900]) {
      const { ticks, x } = scale(end, 100, 100 + width)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(end)
      expect(x(0)).toBe(100)
      expect(x(ticks.at(-1)!)).toBeCloseTo(100 + width)
      expect(x(ticks[1]!) - x(ticks[0]!)).toBeGreaterThanOrEqual(40)
    }
  }
})

test('a_picture_without_room_still_has_an_axis', () => {
  expect(scale(60, 10, 5).ticks.length).toBeGreaterThan(1)
})
