import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { ruleInWords } from './describe'
import { limitInWords } from './limits'
import { chooseDoors, withAnotherLock } from './doorRows'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { accessRuleSchema, emptyAccessRule, type AccessRuleForm } from './schema'

const texts = i18next.createInstance()

beforeAll(() =>
  texts.init({
    lng: 'en',
    resources: { en: { 'access-rules': en }, ru: { 'access-rules': ru } },
    interpolation: { escapeValue: false },
  }),
)

const gate = { id: 1, name: 'Main gate', lock_number: 1 }
const lobby = { id: 2, name: 'Lobby', lock_number: 0 }
const ref = (id: number, name: string) => ({ id, name })

const rule: AccessRuleForm = {
  ...emptyAccessRule,
  devices: [gate],
  domains: [ref(1, 'Building 1')],
  time_rules: [ref(1, 'weekdays 8–18')],
}

const say = (values: Partial<AccessRuleForm>, locale = 'en') =>
  ruleInWords(
    { ...rule, ...values },
    { text: texts.getFixedT<'access-rules'>(locale, 'access-rules'), locale },
  )

describe('a rule in words', () => {
  test('who_where_and_when_are_one_sentence', () => {
    expect(say({})).toBe(
      'Everybody in Building 1 may open Main gate (lock 1) on the schedule “weekdays 8–18”.',
    )
    expect(say({}, 'ru')).toBe(
      'Все из Building 1: можно открывать Main gate (замок 1) по расписанию «weekdays 8–18».',
    )
  })

  test('without_a_schedule_it_holds_at_any_time', () => {
    const anna = { domains: [], users: [ref(1, 'Anna')], devices: [gate, lobby], time_rules: [] }
    expect(say(anna)).toBe('Anna may open Main gate (lock 1) and Lobby at any time.')
  })

  test('a_guest_key_has_times_of_its_own', () => {
    const wording = {
      text: texts.getFixedT<'access-rules'>('en', 'access-rules'),
      locale: 'en',
      limits: new Map([[7, 'until 18:00']]),
    }
    const key = { ...rule, domains: [], time_rules: [], identifiers: [ref(7, 'Courier')] }
    expect(ruleInWords(key, wording)).toBe(
      'the holder of Courier (until 18:00) may open Main gate (lock 1) at any time within the limits of each.',
    )
    const always = { ...key, identifiers: [ref(8, 'Blue card')] }
    expect(ruleInWords(always, wording)).toContain('at any time.')
  })

  test('the_limits_of_an_identifier_are_said', () => {
    const t = texts.getFixedT<'access-rules'>('en', 'access-rules')
    const limit = (values: object) =>
      limitInWords(
        {
          period_restrict_active: true,
          period_restrict_from: null,
          period_restrict_to: null,
          has_own_hours: false,
          ...values,
        },
        t,
        (at) => at.slice(11, 16),
      )
    const period = {
      period_restrict_from: '2026-11-28T09:00:00Z',
      period_restrict_to: '2026-11-28T10:00:00Z',
    }
    expect(limit({ ...period, has_own_hours: true })).toBe(
      'from 09:00, until 10:00, in hours of its own',
    )
    expect(limit({ ...period, period_restrict_active: false })).toBeNull()
  })

  test('a_rule_that_forbids_says_that_it_wins', () => {
    expect(say({ prohibition: true })).toContain('must not open')
    expect(say({ prohibition: true })).toContain('whatever other rules say')
  })

  test('more_than_four_names_are_counted', () => {
    const users = ['A', 'B', 'C', 'D', 'E'].map((name, at) => ref(at, name))
    expect(say({ domains: [], users })).toMatch(/^A, B, C,? and 2 more may open/)
  })

  test('a_rule_without_doors_or_people_says_what_is_missing', () => {
    expect(say({ devices: [] })).toBe('No door is chosen yet.')
    expect(say({ domains: [] })).toMatch(/^Nobody is named yet/)
  })
})

describe('the doors of a rule', () => {
  test('a_choice_keeps_the_locks_of_known_devices', () => {
    expect(chooseDoors([gate], [ref(1, 'Main gate'), ref(2, 'Lobby')])).toEqual([gate, lobby])
    expect(chooseDoors([gate, lobby], [ref(2, 'Lobby')])).toEqual([lobby])
  })

  test('another_lock_is_the_first_free_one', () => {
    const rows = withAnotherLock([gate, lobby], 0)
    expect(rows.map(({ id, lock_number: lock }) => [id, lock])).toEqual([
      [1, 1],
      [1, 2],
      [2, 0],
    ])
  })

  test('a_rule_needs_one', () => {
    const result = accessRuleSchema.safeParse({ ...rule, name: 'x', devices: [] })
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'access rule must have a device',
    ])
  })
})
