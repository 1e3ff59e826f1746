import 'dayjs/locale/ru'
import { expect, test } from 'vitest'
import { dateFormat } from './format'

const MOMENT = '2026-03-05T22:04:09.000Z'

test('a moment is shown in the zone and the format of the profile', () => {
  const moscow = dateFormat({ format: 'DD-MM-YYYY', zone: 'Europe/Moscow', locale: 'ru' })
  expect(moscow.dateTime(MOMENT)).toBe('06.03.2026 01:04:09')
  const boston = dateFormat({ format: 'MM-DD-YYYY', zone: 'America/New_York', locale: 'en' })
  expect(boston.dateTime(MOMENT)).toBe('03/05/2026 17:04:09')
  const iso = dateFormat({ format: 'YYYY-MM-DD', zone: 'UTC', locale: 'en' })
  expect(iso.date(MOMENT)).toBe('2026-03-05')
})

test('the exact time names its zone', () => {
  const format = dateFormat({ format: 'YYYY-MM-DD', zone: 'Asia/Tokyo', locale: 'en' })
  expect(format.exact(MOMENT)).toBe('2026-03-06 07:04:09 (Asia/Tokyo)')
})

test('an unknown zone falls back to that of the machine', () => {
  const format = dateFormat({ format: 'YYYY-MM-DD', zone: 'Mars/Olympus', locale: 'en' })
  expect(format.zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('relative times speak the language of the interface', () => {
  const now = new Date('2026-03-05T22:09:09.000Z')
  const of = (locale: string) => dateFormat({ format: 'YYYY-MM-DD', zone: 'UTC', locale })
  expect(of('en').relative(MOMENT, now)).toBe('5 minutes ago')
  expect(of('ru').relative(MOMENT, now)).toBe('5 минут назад')
})

test('dates are written alike around a change of the clocks and at midnight', () => {
  const format = dateFormat({ format: 'YYYY-MM-DD', zone: 'Europe/Amsterdam', locale: 'en' })
  for (const moment of ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-24T22:00:00Z']) {
    expect(format.dateTime(moment)).toBe(format.at(moment).format('YYYY-MM-DD HH:mm:ss'))
  }
  expect(format.dateTime('2026-10-24T22:00:00Z')).toBe('2026-10-25 00:00:00')
})
