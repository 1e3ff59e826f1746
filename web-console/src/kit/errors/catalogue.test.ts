import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import en from '../locales/errors.en.json'
import ru from '../locales/errors.ru.json'
import { findMessage } from './catalogue'
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

  test('why a server outside is unavailable is said in the same language', () => {
    const why = (reason: string, http: Record<string, string>) =>
      errorText(failure('integration server is unavailable', { reason }), http, t)
    expect(why('no answer in time', en.http)).toMatch(/: No answer in time$/)
    expect(why('the server answers 503', ru.http)).toMatch(/: Сервер ответил 503$/)
    expect(why('', en.http)).toBe(en.http['integration server is unavailable'])
  })

  test('what is wrong with a file is said in the same language', () => {
    const why = (reason: string, http: Record<string, string>) =>
      errorText(failure('wrong file body', { fields: { file: reason } }), http, t)
    expect(why('missing column: name', en.http)).toMatch(/: Missing column: name$/)
    expect(why('unknown column: Colour', ru.http)).toMatch(/: .*Colour$/)
  })

  test('a field that no form shows is named with what is wrong with it', () => {
    const error = failure('invalid data sent', { fields: { colour: 'required' } })
    expect(errorText(error, en.http, t)).toMatch(/\. colour: /)
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

test.each([
  'the address is in a private network',
  'does not belong in a group of this type',
  'the group must be a building',
  'must be one of the languages of the project',
  'there is no group type of this kind',
  'group with the same type and logical address exists',
  'several groups have this name',
  'differs from what is there',
  'unknown type',
  'the answer is not that of AxxonOne',
  'required with another server',
  'missing column: group path',
  'unknown column: colour',
  'maximum number of rows is 100000',
  'must be xlsx or csv in UTF-8',
  'must be JPEG, PNG or WebP',
])('"%s", which domains says of groups, tables and other systems, is in both languages', (said) => {
  for (const { http } of [en, ru]) expect(findMessage(http, said)).toBeDefined()
})
