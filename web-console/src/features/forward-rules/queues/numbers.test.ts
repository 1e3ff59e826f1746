import { expect, test } from 'vitest'
import { keyOf, numberOf } from './numbers'

test('a_number_comes_back_from_its_key_with_its_leading_zeros', () => {
  for (const number of ['0', '007', '7', '101', '999999999999']) {
    expect(numberOf(keyOf(number))).toBe(number)
  }
  expect(keyOf('007')).not.toBe(keyOf('7'))
})
