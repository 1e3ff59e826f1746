import { expect, test } from 'vitest'
import { runs, weekdayName, weekdaysInWords } from './weekdays'

test('neighbouring_days_are_joined', () => {
  expect(runs(['mon', 'tue', 'fri'])).toEqual([
    ['mon', 'tue'],
    ['fri', 'fri'],
  ])
  expect(weekdaysInWords(['fri', 'mon', 'tue', 'wed'], 'en')).toBe('Mon–Wed, Fri')
  expect(weekdaysInWords(['sat', 'sun'], 'ru')).toBe('Сб, Вс')
})

test('a_day_has_its_name_in_each_language', () => {
  expect(weekdayName('mon', 'en', 'long')).toBe('Monday')
  expect(weekdayName('sun', 'ru', 'long')).toBe('Воскресенье')
})
