import { expect, test } from 'vitest'
import { partOfDay } from './partOfDay'

test('the greeting follows the clock', () => {
  expect([0, 5, 11, 12, 17, 18, 23].map(partOfDay)).toEqual([
    'night',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ])
})
