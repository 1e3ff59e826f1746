import { expect, test } from 'vitest'
import { inGroups } from './drawCode'
import { stateAt } from './state'
import { localeOf, TEXTS } from './texts'
import { durationInWords, isOtherZone, momentInWords } from './time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('the_page_speaks_the_first_language_of_the_browser_that_it_has', () => {
  expect(localeOf(['nl-NL', 'ru-RU', 'en'])).toBe('ru')
  expect(localeOf(['en-US', 'ru'])).toBe('en')
  expect(localeOf(['uk'])).toBe('en')
  expect(localeOf([])).toBe('en')
})

test('a_duration_has_its_two_largest_parts', () => {
  const say = (milliseconds: number) => durationInWords(milliseconds, TEXTS.en)
  expect(say(90 * 1000)).toBe('90 s')
  expect(say(5 * MINUTE)).toBe('5 min')
  expect(say(2 * HOUR)).toBe('2 h')
  expect(say(2 * HOUR + 13 * MINUTE)).toBe('2 h 13 min')
  expect(say(49 * HOUR)).toBe('2 days 1 h')
  expect(say(-1)).toBe('0 s')
  expect(durationInWords(22 * 24 * HOUR, TEXTS.ru)).toBe('22 дня')
})

test('visits_are_counted_in_the_forms_of_russian', () => {
  const { visits } = TEXTS.ru
  expect([1, 2, 5, 11, 21].map(visits)).toEqual([
    'Остался 1 визит',
    'Осталось 2 визита',
    'Осталось 5 визитов',
    'Осталось 11 визитов',
    'Остался 21 визит',
  ])
})

test('a_moment_is_in_the_time_of_the_site_and_in_that_of_the_phone_where_the_zone_is_unknown', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(momentInWords('2026-11-23T23:30:00Z', now, 'Asia/Tokyo', 'en')).toMatch(/Tue.*24.*08:30/)
  expect(momentInWords('2026-11-23T14:00:00Z', now, 'Asia/Tokyo', 'en')).toBe('23:00')
  expect(momentInWords('2026-11-23T14:00:00Z', now, 'Mars/Base', 'en')).toMatch(/^\d\d:\d\d$/)
  expect(isOtherZone(now, Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(false)
})

test('a_period_ends_by_the_clock_between_two_answers', () => {
  const page = { state: 'active', valid_to: '2026-11-23T12:00:00Z', valid_from: null } as const
  const at = (time: string) => stateAt(page as never, new Date(time))
  expect(at('2026-11-23T11:59:59Z')).toBe('active')
  expect(at('2026-11-23T12:00:00Z')).toBe('expired')
})

test('no_digit_of_a_code_stands_alone_where_that_can_be', () => {
  expect(['123456', '12345678', '1234', '12345'].map(inGroups)).toEqual([
    '123 456',
    '1234 5678',
    '1234',
    '123 45',
  ])
})
