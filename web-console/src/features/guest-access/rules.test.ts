import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyInWords, type WordsOf } from './describe'
import { liveOnly } from './live'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { emptyGuestKey, guestKeySchema, toGuestKeyBody } from './schema'
import { mailAddress, sharedId, shareDialog } from './share'
import { stateAt } from './state'

const gate = { id: 1, name: 'Gate' }
const key = {
  state: 'active',
  period_restrict_active: true,
  period_restrict_from: '2026-11-23T10:00:00Z',
  period_restrict_to: '2026-11-23T13:00:00Z',
} as const

describe('a guest key in a form', () => {
  const form = {
    ...emptyGuestKey,
    name: 'Courier',
    access_rules: [gate],
    period_restrict_to: '2026-11-23T13:00:00Z',
  }
  const problems = (values: object) => {
    const { error } = guestKeySchema.safeParse({ ...form, ...values })
    return Object.fromEntries(
      (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    )
  }

  test('needs_a_door_and_one_of_the_two_limits', () => {
    expect(problems({})).toEqual({})
    expect(problems({ access_rules: [] })).toHaveProperty('access_rules')
    expect(problems({ period_restrict_active: false })).toEqual({})
    expect(problems({ period_restrict_active: false, has_pass_limit: false })).toEqual({
      period_restrict_active: 'at least one must have a value',
    })
  })

  test('a_period_has_an_end_after_its_beginning', () => {
    expect(problems({ period_restrict_to: null })).toHaveProperty('period_restrict_to')
    expect(problems({ period_restrict_from: '2026-11-23T13:00:00Z' })).toEqual({
      period_restrict_to: 'must be greater than period_restrict_from',
    })
  })

  test('a_plate_is_typed_and_a_code_may_be_left_to_the_server', () => {
    expect(problems({ kind: 'license_plate' })).toEqual({ value: 'required' })
    expect(problems({ kind: 'license_plate', value: 'А123ВС 77' })).toEqual({})
    expect(problems({ kind: 'access_code' })).toEqual({})
    expect(problems({ kind: 'access_code', value: '12a4' })).toHaveProperty('value')
  })

  test('limits_that_are_off_are_sent_as_none', () => {
    const body = toGuestKeyBody(
      guestKeySchema.parse({ ...form, has_pass_limit: false, value: 'left from a plate' }),
    )
    expect(body).toMatchObject({ pass_limit: 0, value: '' })
    expect(body).not.toHaveProperty('has_pass_limit')
    const noPeriod = guestKeySchema.parse({ ...form, period_restrict_active: false })
    expect(toGuestKeyBody(noPeriod)).toMatchObject({ period_restrict_to: null, pass_limit: 1 })
  })
})

test('a_state_moves_on_by_the_clock', () => {
  const at = (time: string, state: 'active' | 'scheduled' | 'used_up' = 'active') =>
    stateAt({ ...key, state }, new Date(time))
  expect(at('2026-11-23T12:59:59Z')).toBe('active')
  expect(at('2026-11-23T13:00:00Z')).toBe('expired')
  expect(at('2026-11-23T09:00:00Z', 'scheduled')).toBe('scheduled')
  expect(at('2026-11-23T10:00:00Z', 'scheduled')).toBe('active')
  expect(at('2026-11-23T14:00:00Z', 'used_up')).toBe('used_up')
})

test('live_keys_are_neither_revoked_nor_over_and_meet_what_was_chosen', () => {
  const chosen = {
    match: 'match_any' as const,
    items: [{ field: 'name', rule: 'has' as const, value: 'x' }],
  }
  const { filters, page } = liveOnly({ page: 2, filters: chosen }, new Date('2026-11-23T12:04:59Z'))
  expect(page).toBe(2)
  expect(filters).toEqual({
    match: 'match_all',
    items: [
      { field: 'revoked_at', rule: 'is', value: null },
      {
        match: 'match_any',
        items: [
          { field: 'period_restrict_to', rule: 'is', value: null },
          // The same for five minutes.
          { field: 'period_restrict_to', rule: 'above', value: '2026-11-23T12:00:00.000Z' },
        ],
      },
      chosen,
    ],
  })
})

test('a_share_sheet_is_named_in_the_address', () => {
  expect(sharedId(shareDialog(12))).toBe(12)
  expect([sharedId(''), sharedId('share:'), sharedId('move:12')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(mailAddress('A & B', 'x\ny')).toBe('mailto:?subject=A%20%26%20B&body=x%0Ay')
})

describe('a key in words', () => {
  const texts = i18next.createInstance()
  beforeAll(() =>
    texts.init({
      lng: 'en',
      resources: { en: { 'guest-access': en }, ru: { 'guest-access': ru } },
      interpolation: { escapeValue: false },
    }),
  )
  const say = (part: Partial<WordsOf>, locale = 'en') =>
    keyInWords(
      { access_rules: [gate], pass_limit: 1, ...key, ...part },
      {
        text: texts.getFixedT<'guest-access'>(locale, 'guest-access'),
        locale,
        moment: (time) => time.slice(11, 16),
      },
    )

  test('says_what_it_opens_how_long_and_how_often', () => {
    expect(say({})).toBe('Opens Gate from 10:00 until 13:00, 1 visit.')
    expect(say({ pass_limit: 5 }, 'ru')).toBe('Открывает Gate с 10:00 до 13:00, 5 визитов.')
    expect(say({ period_restrict_active: false, pass_limit: 2 })).toBe(
      'Opens Gate at any time, 2 visits.',
    )
  })

  test('says_what_is_missing', () => {
    expect(say({ access_rules: [] })).toBe('No door is chosen yet.')
    expect(say({ period_restrict_active: false, pass_limit: 0 })).toMatch(/^Limit the time/)
  })
})
