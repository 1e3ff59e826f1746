import { describe, expect, test } from 'vitest'
import { readCard, searchedNumber } from './number'

describe('the number of a card', () => {
  test('one_card_is_read_from_either_form', () => {
    const card = { dec: '0013961168', hex: '00-D5-07-D0' }
    for (const text of ['13961168', '0013961168', '00-d5-07-d0', '00:D5:07:D0', ' 00D507D0 ']) {
      expect(readCard(text)).toEqual(card)
    }
  })

  test('hex_is_shown_in_upper_case_pairs_of_at_least_four_digits', () => {
    const hexOf = (text: string) => (readCard(text) as { hex: string }).hex
    expect(['d507d0', '5d507', 'a', 'a1:b2:c3'].map(hexOf)).toEqual([
      'D5-07-D0',
      '05-D5-07',
      '00-0A',
      'A1-B2-C3',
    ])
  })

  test('the_longest_decimal_number_needs_five_bytes', () => {
    expect(readCard('9999999999')).toEqual({ dec: '9999999999', hex: '02-54-0B-E3-FF' })
  })

  test('a_long_id_has_no_decimal_form', () => {
    expect(readCard('04-A2-24-5B-9C-11-80')).toEqual({ dec: null, hex: '04-A2-24-5B-9C-11-80' })
  })

  test('what_is_no_number_is_refused_in_the_words_of_the_server', () => {
    const hexOrDec = 'value must be a number or hex'
    expect(readCard(' ')).toBe('required')
    expect(readCard('12345678901')).toBe('decimal value must have 1 to 10 digits')
    expect(readCard('00-11-22-33-44-55-66-77-88-99-AA-BB-CC-DD-EE-FF-00')).toBe(
      'hex value must have 1 to 16 byte pairs',
    )
    for (const text of ['00-D5-7-D0', '00-D5:07', 'xx-yy', '-', '00--D5', '+1', 'éé']) {
      expect(readCard(text)).toBe(hexOrDec)
    }
  })
})

test('a_card_is_searched_by_its_decimal_number_and_other_words_as_they_are', () => {
  expect(searchedNumber('00-D5-07-D0')).toBe('0013961168')
  expect(searchedNumber('04-A2-24-5B-9C-11-80')).toBe('04-A2-24-5B-9C-11-80')
  expect(searchedNumber('Jean-Luc')).toBe('Jean-Luc')
  expect(searchedNumber('1396')).toBe('1396')
})
