import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import '@/kit/time'
import { daysOf, spanText } from './days'

const ZONE = 'Europe/Amsterdam'
const at = (moment: string) => dayjs(moment).tz(ZONE)
const first = dayjs.tz('2026-11-23T00:00:00', ZONE)

const spansOf = (from: string, to: string) =>
  daysOf([{ from, to }], first, 3, at).map(({ spans }) => spans.map(spanText).join(' '))

test('a_period_is_shown_on_the_clock_of_its_zone', () => {
  expect(spansOf('2026-11-24T07:00:00Z', '2026-11-24T17:00:00Z')).toEqual(['', '08:00–18:00', ''])
})

test('a_night_is_cut_at_midnight', () => {
  expect(spansOf('2026-11-23T21:00:00Z', '2026-11-24T05:00:00Z')).toEqual([
    '22:00–24:00',
    '00:00–06:00',
    '',
  ])
})

test('a_whole_day_does_not_touch_the_next', () => {
  expect(spansOf('2026-11-23T23:00:00Z', '2026-11-24T23:00:00Z')).toEqual(['', '00:00–24:00', ''])
})
