import { expect, test } from 'vitest'
import { groupErrors, rangesOf } from './groupErrors'

const error = (index: number, message = 'item not found: Building 2') => ({
  index,
  field: 'groups',
  message,
})

test('200 rows with the same mistake are one line, and another mistake is another', () => {
  const errors = Array.from({ length: 200 }, (_, index) => error(index))
  const groups = groupErrors([...errors, error(3, 'action prohibited')])
  expect(groups.map(({ message, rows }) => [message, rows.length])).toEqual([
    ['item not found: Building 2', 200],
    ['action prohibited', 1],
  ])
})

test('rows that follow one another are named by the first and the last, as the sheet counts them', () => {
  expect(rangesOf([0, 1, 2, 7, 9, 10], 2, 5)).toBe('2–4, 9, 11–12')
  expect(rangesOf([0, 2, 4, 6], 2, 2)).toBe('2, 4, …')
})
