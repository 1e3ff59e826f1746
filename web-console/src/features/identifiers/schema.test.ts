import { describe, expect, test } from 'vitest'
import { emptyIdentifier, identifierSchema, toIdentifierBody, valueProblem } from './schema'

const card = { ...emptyIdentifier, name: 'Blue', value: '13961168' }

const problems = (values: object) => {
  const result = identifierSchema.safeParse({ ...card, ...values })
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
}

describe('an identifier', () => {
  test('a_card_with_a_name_is_taken', () => {
    expect(problems({})).toEqual({})
  })

  test('a_period_needs_a_beginning_or_an_end', () => {
    expect(problems({ period_restrict_active: true })).toEqual({
      period_restrict_from: 'at least one must have a value',
    })
  })

  test('a_period_ends_after_it_begins', () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+00:00']
    const period = { period_restrict_active: true, period_restrict_from: late }
    expect(problems({ ...period, period_restrict_to: early })).toEqual({
      period_restrict_to: 'must be greater than period_restrict_from',
    })
    expect(problems({ ...period, period_restrict_to: '2026-01-01T01:30:00Z' })).toEqual({})
  })

  test('limits_that_are_off_are_neither_checked_nor_sent', () => {
    const values = identifierSchema.parse({
      ...card,
      period_restrict_from: '2026-01-02T00:00:00Z',
      period_restrict_to: '2026-01-01T00:00:00Z',
      passes_restrict_max_count: null,
    })
    expect(toIdentifierBody(values)).toMatchObject({
      period_restrict_from: null,
      period_restrict_to: null,
      passes_restrict_max_count: 1,
    })
  })

  test('passes_are_1_to_99999', () => {
    const accepts = (count: number | null) =>
      !problems({ passes_restrict_active: true, passes_restrict_max_count: count })
        .passes_restrict_max_count
    expect([null, 0, 1, 99_999, 100_000, 1.5].map(accepts)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

test('each_type_has_its_own_numbers', () => {
  expect(valueProblem('access_code', '0042')).toBeUndefined()
  expect(valueProblem('access_code', '12a4')).toBe('value must be a number')
  expect(valueProblem('access_code', '12345678901')).toBe('value must have 1 to 10 digits')
  expect(valueProblem('qr', '7F1C5C9A-9E0B-4C0E-8A55-0F0F0F0F0F0F')).toBeUndefined()
  expect(valueProblem('qr', 'hello')).toBe('value must be a uuid')
  expect(valueProblem('license_plate', 'а123вс 77')).toBeUndefined()
  expect(valueProblem('license_plate', '- -')).toBe('value must be alphanumeric')
  expect(valueProblem('card', '')).toBe('required')
})

test('codes_and_qr_codes_without_a_number_get_one_and_faces_need_none', () => {
  for (const type of ['access_code', 'qr', 'face'] as const) {
    expect(valueProblem(type, '')).toBeUndefined()
  }
  expect(valueProblem('license_plate', '')).toBe('required')
})
