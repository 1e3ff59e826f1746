import { expect, expectTypeOf, test } from 'vitest'
import type * as generated from '@/api/generated/guest-access'
import { Failure, reasonOf, type GuestDoor, type GuestPage, type OpenedDoor } from './api'

test('the_types_written_by_hand_are_those_of_the_contract', () => {
  expectTypeOf<Pick<generated.GuestPage, keyof GuestPage>>().toEqualTypeOf<GuestPage>()
  expectTypeOf<generated.GuestDoor>().toEqualTypeOf<GuestDoor>()
  expectTypeOf<generated.OpenGuestDoorResponse>().toEqualTypeOf<OpenedDoor>()
  expect(new Failure('door').reason).toBe('door')
})

test('an_answer_without_a_known_sentence_is_read_by_its_status', () => {
  expect(reasonOf(404, { message: 'guest access device not found' })).toBe('stale')
  expect(reasonOf(409, { message: 'guest access expired' })).toBe('expired')
  expect(reasonOf(404, {})).toBe('invalid')
  expect(reasonOf(429, null)).toBe('too_many')
  expect(reasonOf(503, 'busy')).toBe('unavailable')
})
