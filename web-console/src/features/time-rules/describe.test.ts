import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { scheduleInWords } from './describe'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { emptyTimeRule, presetValues, PRESETS } from './presets'
import type { TimeRuleForm } from './schema'

const texts = i18next.createInstance()

beforeAll(() =>
  texts.init({
    lng: 'en',
    resources: { en: { 'time-rules': en }, ru: { 'time-rules': ru } },
    interpolation: { escapeValue: false },
  }),
)

// A Monday.
const MONDAY = '2026-11-23'

const say = (values: Partial<TimeRuleForm>, locale = 'en') =>
  scheduleInWords(
    { ...emptyTimeRule(MONDAY), ...values },
    {
      text: texts.getFixedT<'time-rules'>(locale, 'time-rules'),
      locale,
      date: (date) => date.split('-').toReversed().join('.'),
    },
  )

const working = presetValues('weekdays', MONDAY)

describe('a schedule in words', () => {
  test('each_preset_says_what_its_button_promises', () => {
    expect(PRESETS.map((preset) => say(presetValues(preset, MONDAY)))).toEqual([
      'Weekdays 08:00–18:00',
      'Every day, all day',
      'Weekends, all day',
      'Once: 23.11.2026 08:00–18:00',
    ])
    expect(PRESETS.map((preset) => say(presetValues(preset, MONDAY), 'ru'))).toEqual([
      'По будням 08:00–18:00',
      'Ежедневно, весь день',
      'По выходным, весь день',
      'Один раз: 23.11.2026 08:00–18:00',
    ])
  })

  test('neighbouring_days_are_joined', () => {
    const days = { ...working, repeat_custom_weekdays: ['mon', 'tue', 'wed', 'fri'] as const }
    expect(say({ ...days, repeat_custom_weekdays: [...days.repeat_custom_weekdays] })).toBe(
      'Mon–Wed, Fri 08:00–18:00',
    )
  })

  test('a_week_repeats_on_the_day_of_its_first_period', () => {
    expect(say({ ...working, repeat_mode: 'week' })).toBe('Every Monday 08:00–18:00')
    expect(say({ ...working, repeat_mode: 'two_weeks' }, 'ru')).toBe(
      'Раз в 2 недели: по понедельникам 08:00–18:00',
    )
    expect(
      say({ ...working, repeat_custom_looper: 3, repeat_custom_weekdays: ['mon', 'wed'] }),
    ).toBe('Every 3 weeks: Mon, Wed 08:00–18:00')
  })

  test('a_night_ends_on_the_next_day', () => {
    const night = { valid_from: `${MONDAY}T22:00:00`, valid_to: '2026-11-24T06:00:00' }
    expect(say({ ...working, ...night, repeat_mode: 'day' })).toBe(
      'Every day 22:00–06:00 of the next day',
    )
  })

  test('a_day_of_a_month_is_named_by_number_or_kind', () => {
    const monthly = { ...working, repeat_custom_mode: 'monthly' } as const
    expect(say({ ...monthly, repeat_custom_days: [15, 1] })).toBe(
      'Every month on day 1, 15 08:00–18:00',
    )
    const friday = {
      ...monthly,
      repeat_custom_use_day_types: true,
      repeat_custom_day_iteration: 'last',
      repeat_custom_day_type: 'fri',
    } as const
    expect(say(friday)).toBe('Every month on the last Friday 08:00–18:00')
    expect(say(friday, 'ru')).toBe('Ежемесячно, последняя пятница 08:00–18:00')
  })

  test('the_end_is_said', () => {
    const until = { repeat_duration_mode: 'until', repeat_duration_until: '2027-01-31' } as const
    expect(say({ ...working, ...until })).toBe('Weekdays 08:00–18:00, until 31.01.2027')
    const count = { repeat_duration_mode: 'count', repeat_duration_count: 3 } as const
    expect(say({ ...working, ...count }, 'ru')).toBe('По будням 08:00–18:00, 3 раза')
  })

  test('several_whole_days_are_counted_with_their_last', () => {
    const days = { is_all_day: true, valid_to: '2026-11-25T00:00:00' }
    expect(say({ ...days, repeat_mode: 'month' })).toBe('Every month on day 23, 3 whole days')
    expect(say(days)).toBe('Once: 23.11.2026 – 25.11.2026, all day')
  })
})
