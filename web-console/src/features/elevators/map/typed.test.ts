import { expect, test } from 'vitest'
import { typedNumbers } from './typed'

test('outputs are typed with commas, spaces and ranges', () => {
  expect(typedNumbers('1, 2 5')).toEqual([1, 2, 5])
  expect(typedNumbers('3-6;9')).toEqual([3, 4, 5, 6, 9])
})

test('what is no number is kept as wrong, so that it is told', () => {
  expect(typedNumbers('a 2')).toEqual([Number.NaN, 2])
  expect(typedNumbers('6-3')).toEqual([Number.NaN])
})
