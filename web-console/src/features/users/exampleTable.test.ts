import { expect, test } from 'vitest'
import { exampleTable } from './exampleTable'

test('every row of the example has a cell for each heading', () => {
  const widths = exampleTable()
    .trim()
    .split('\r\n')
    .map((row) => row.split(',').length)
  expect(new Set(widths)).toEqual(new Set([8]))
})
