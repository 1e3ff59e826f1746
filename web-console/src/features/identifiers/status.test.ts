import { expect, test } from 'vitest'
import { identifierStatus } from './status'
import { shownValue } from './value'

const now = new Date('2026-06-01T12:00:00Z')
const active = {
  revoked_at: null,
  is_active: true,
  period_restrict_active: false,
  period_restrict_from: null,
  period_restrict_to: null,
  passes_restrict_active: false,
  passes_restrict_max_count: 1,
  passes_restrict_passes_count: 1,
}

test('a_revoked_card_is_revoked_whatever_else_it_is', () => {
  const revoked = { ...active, revoked_at: '2026-01-01T00:00:00Z', is_active: false }
  expect(identifierStatus(revoked, now)).toBe('revoked')
})

test('a_period_counts_only_while_it_is_switched_on', () => {
  const past = { ...active, period_restrict_to: '2026-06-01T12:00:00Z' }
  expect(identifierStatus(past, now)).toBe('active')
  expect(identifierStatus({ ...past, period_restrict_active: true }, now)).toBe('expired')
})

test('a_card_is_not_valid_before_its_period', () => {
  const later = { period_restrict_active: true, period_restrict_from: '2026-06-01T12:00:01Z' }
  expect(identifierStatus({ ...active, ...later }, now)).toBe('not_yet_valid')
})

test('a_card_with_as_many_passes_as_allowed_is_used_up', () => {
  expect(identifierStatus({ ...active, passes_restrict_active: true }, now)).toBe('used_up')
})

test('a_number_is_shown_in_the_format_of_the_profile', () => {
  const card = { value: '13961168', value_dec: '0013961168', value_hex: '00-D5-07-D0' }
  expect(shownValue(card, 'dec').text).toBe('0013961168')
  expect(shownValue(card, 'hex')).toEqual({
    text: '00-D5-07-D0',
    other: { format: 'dec', text: '0013961168' },
  })
  expect(shownValue({ ...card, value_dec: null }, 'dec')).toEqual({ text: '00-D5-07-D0' })
  expect(shownValue({ value: '0042', value_dec: null, value_hex: null }, 'hex').text).toBe('0042')
})
