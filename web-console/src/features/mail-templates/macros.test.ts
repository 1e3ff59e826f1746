import { expect, test } from 'vitest'
import { insertAt, macroText, unknownMacros } from './macros'

const macros = [
  { name: 'name', sample: 'Anna' },
  { name: 'code', sample: '123456' },
]

test('a macro that the type does not have is named once', () => {
  expect(unknownMacros('Hello {{name}}, {{ code }}: {{link}} {{link}}', macros)).toEqual(['link'])
  expect(unknownMacros('{name} is no macro', macros)).toEqual([])
})

test('a macro goes where the caret is, in place of what is selected', () => {
  expect(insertAt('Hello !', macroText('name'), 6, 6)).toEqual({
    text: 'Hello {{name}}!',
    caret: 14,
  })
  expect(insertAt('Hello you!', macroText('name'), 6, 9).text).toBe('Hello {{name}}!')
})

test('a caret that is gone is taken for the end', () => {
  expect(insertAt('abc', 'x', 99, 99)).toEqual({ text: 'abcx', caret: 4 })
})
