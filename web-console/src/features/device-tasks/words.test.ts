import { expect, test } from 'vitest'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { rawWords, SYNC_ERRORS, TASK_KINDS } from './words'

test('every kind of task and every refusal has its words in both languages', () => {
  for (const { options } of [en, ru]) {
    expect(Object.keys(options.kinds).toSorted()).toEqual(TASK_KINDS.toSorted())
    expect(Object.keys(options.errors).toSorted()).toEqual(SYNC_ERRORS.toSorted())
  }
})

test('a word of a newer device is readable', () => {
  expect(rawWords('wrong_lock_number')).toBe('Wrong lock number')
  expect(rawWords('connection refused (os error 111)')).toBe('Connection refused (os error 111)')
})
