import { expect, test } from 'vitest'
import { exampleTable } from './exampleTable'
import en from './locales/en.json'
import ru from './locales/ru.json'

test.each([en, ru])('the columns that the page names are those of the example', (texts) => {
  expect(texts.import.headings).toContain(
    exampleTable().split('\r\n')[0]?.replaceAll(',', ', ') ?? '?',
  )
})

test('every row of the example has a cell for each heading', () => {
  const widths = exampleTable()
    .trim()
    .split('\r\n')
    .map((row) => row.split(',').length)
  expect(new Set(widths).size).toBe(1)
})
