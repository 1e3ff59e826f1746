import { expect, test } from 'vitest'
import { toCsv } from './csv'

test('commas, quotes and lines of a cell stay in it', () => {
  expect(
    toCsv([
      ['Name', 'Note'],
      ['Anna', 'says "hi",\nand goes'],
    ]),
  ).toBe('\uFEFFName,Note\r\nAnna,"says ""hi"",\nand goes"\r\n')
})

test('a text that a spreadsheet would calculate is a text, and a number or a phone stays one', () => {
  expect(toCsv([['=1+1', '@SUM(A1)', '-12', '+31 20 123']])).toBe(
    "\uFEFF'=1+1,'@SUM(A1),-12,+31 20 123\r\n",
  )
})
