import { expect, test } from 'vitest'
import { accessCheckPath, parseQuestion, requestOf } from './question'
import { reasonKey, reasonTone } from './reasons'

const parse = (text: string) => parseQuestion(new URLSearchParams(text))

test('a_question_comes_back_from_its_address', () => {
  const question = {
    userId: undefined,
    identifierId: 7,
    deviceId: 3,
    lock: 2,
    time: '2026-11-20T20:00:00Z',
  }
  expect(parse(accessCheckPath(question).split('?')[1] ?? '')).toEqual(question)
})

test('what_makes_no_sense_in_an_address_is_left_out', () => {
  expect(parse('user_id=x&device_id=-1&lock_number=9&time=soon')).toEqual({
    userId: undefined,
    identifierId: undefined,
    deviceId: undefined,
    lock: 0,
    time: undefined,
  })
})

test('an_identifier_says_more_than_its_user', () => {
  expect(parse('user_id=1&identifier_id=2&device_id=3')).toMatchObject({
    userId: undefined,
    identifierId: 2,
  })
})

test('nothing_is_asked_before_who_and_which_door_are_known', () => {
  expect(requestOf(parse('device_id=3'))).toBeUndefined()
  expect(requestOf(parse('user_id=3'))).toBeUndefined()
  expect(requestOf(parse('user_id=1&device_id=3'))).toEqual({
    user_id: 1,
    device_id: 3,
    lock_number: 0,
  })
})

test('a_reason_of_a_newer_server_still_has_words', () => {
  expect(reasonKey('eclipse_of_the_moon')).toBe('other')
  expect(reasonTone('eclipse_of_the_moon')).toBe('broken')
  expect(reasonKey('granted_by')).toBe('granted_by')
})
