import { expect, test } from 'vitest'
import { EVENT_CODES, kindOf, rawWords } from './codes'
import en from './locales/en.json'
import ru from './locales/ru.json'

test('every code has its words in both languages, and no words are left over', () => {
  expect(Object.keys(en.options.codes).toSorted()).toEqual(EVENT_CODES.toSorted())
  expect(Object.keys(ru.options.codes).toSorted()).toEqual(EVENT_CODES.toSorted())
})

test('no two codes have the same words', () => {
  for (const { options } of [en, ru]) {
    expect(new Set(Object.values(options.codes)).size).toBe(EVENT_CODES.length)
  }
})

test('a code tells whether somebody was let in', () => {
  expect(kindOf('access_granted_by_valid_identifier', 'access')).toBe('granted')
  expect(kindOf('access_denied_by_unknown_card', 'access')).toBe('denied')
  expect(kindOf('tamper_event', 'emergency')).toBe('alarm')
})

test('a code of a newer firmware is told by what it says and where it stands', () => {
  expect(kindOf('access_granted_by_palm', 'access')).toBe('granted')
  expect(kindOf('access_denied_by_palm', 'access')).toBe('denied')
  expect(kindOf('fire_input', 'emergency')).toBe('alarm')
  expect(kindOf('window_opened', 'access')).toBe('door')
  expect(kindOf('time_synchronised', 'system')).toBe('notice')
  expect(rawWords('access_granted_by_palm')).toBe('Access granted by palm')
})
