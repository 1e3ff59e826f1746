import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import en from '../locales/errors.en.json'
import ru from '../locales/errors.ru.json'
import { errorText } from './useErrorText'

const t = ((key: string) => `<${key}>`) as unknown as TFunction<'errors'>
const failure = (message: string, data?: object) => ({
  status: 422,
  data: { message, code: 'x', data },
})

describe('the display rule', () => {
  test('a message is looked up without regard to capitals or a final stop', () => {
    expect(errorText(failure('Item not found.'), en.http, t)).toBe(en.http['item not found'])
    expect(errorText(failure('item not found'), ru.http, t)).toBe(ru.http['item not found'])
  })

  test('values of a message reach its translation', () => {
    const text = errorText(failure('limit exceeded - used 12, max 10'), ru.http, t)
    expect(text).toContain('12')
    expect(text).toContain('10')
    expect(text).not.toContain('{')
  })

  test('an unknown message is shown as it came', () => {
    expect(errorText(failure('The moon is full'), en.http, t)).toBe('The moon is full')
  })

  test('without a message the default text is shown', () => {
    expect(errorText(failure('  '), en.http, t)).toBe('<default>')
    expect(errorText({ status: 502, data: '<html>' }, en.http, t)).toBe('<default>')
    expect(errorText(undefined, en.http, t)).toBe('<default>')
  })

  test('related entities are named', () => {
    const error = failure('invalid related entity sent', { names: ['Lobby', 'Gate 2'] })
    expect(errorText(error, en.http, t)).toMatch(/: Lobby, Gate 2$/)
  })

  test('no answer is told apart from a late one', () => {
    expect(errorText({ status: 'FETCH_ERROR', error: '' }, en.http, t)).toBe('<offline>')
    expect(errorText({ status: 'TIMEOUT_ERROR', error: '' }, en.http, t)).toBe('<timeout>')
  })
})

test('both languages hold the same sentences, in lower case, with the same placeholders', () => {
  expect(Object.keys(ru.http).toSorted()).toEqual(Object.keys(en.http).toSorted())
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  for (const [sentence, english] of Object.entries(en.http)) {
    expect(sentence).toBe(sentence.toLowerCase())
    expect(placeholders(english)).toEqual(placeholders(sentence))
    expect(placeholders(ru.http[sentence as keyof typeof ru.http])).toEqual(placeholders(sentence))
  }
})
