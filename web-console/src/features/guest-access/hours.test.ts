import { expect, test } from 'vitest'
import { hoursOf, isTimeOfDay, minuteOf, timeOf } from './hours'

test('times of day become minutes and back', () => {
  expect(minuteOf('09:30')).toBe(570)
  expect(timeOf(570)).toBe('09:30')
  expect(timeOf(1440)).toBe('24:00')
})

test('hours that end at midnight end at the end of the day', () => {
  const hours = { weekdays: [1, 5], from_minute: 1320, to_minute: 1440 }
  expect(hoursOf(['1', '5'], minuteOf('22:00'), minuteOf('00:00'))).toEqual(hours)
  expect(hoursOf(['1', '5'], minuteOf('22:00'), minuteOf('24:00'))).toEqual(hours)
})

test('what is no time of day is not taken', () => {
  expect(['9:00', '23:59', '24:00'].every(isTimeOfDay)).toBe(true)
  expect(['', '25:00', '12:60', 'noon'].some(isTimeOfDay)).toBe(false)
})
