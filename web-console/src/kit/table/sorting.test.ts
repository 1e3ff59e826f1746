import { expect, test } from 'vitest'
import { orderOf, sortBy } from './sorting'

test('the order of a key is found among several', () => {
  expect(orderOf('-created_at,name', 'name')).toBe('ascend')
  expect(orderOf('-created_at,name', 'created_at')).toBe('descend')
  expect(orderOf('surname', 'name')).toBeNull()
})

test('an order is written as the server reads it', () => {
  expect(sortBy('name', 'descend')).toBe('-name')
  expect(orderOf(sortBy('name', 'ascend'), 'name')).toBe('ascend')
  expect(sortBy('name', null)).toBe('')
})
