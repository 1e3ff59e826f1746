import { expect, test } from 'vitest'
import type { CallParty } from './api'
import { directionOf } from './direction'

const party = (more: Partial<CallParty>): CallParty => ({
  number: '101',
  name: '',
  user: null,
  device: null,
  domain: null,
  ...more,
})
const anna = party({ user: { id: 1, name: 'Anna' } })
const boris = party({ user: { id: 2, name: 'Boris' } })
const gate = party({ device: { id: 1, name: 'Gate' } })

test('a_call_goes_out_from_who_called_and_comes_in_to_who_was_called', () => {
  const call = { from: gate, to: anna, answered_by: null }
  expect(directionOf(call, { deviceId: 1 })).toBe('outgoing')
  expect(directionOf(call, { userId: 1 })).toBe('incoming')
})

test('whoever_answered_for_another_was_called', () => {
  expect(directionOf({ from: gate, to: anna, answered_by: boris }, { userId: 2 })).toBe('incoming')
})

test('a_call_between_others_has_no_direction_and_a_user_is_no_device', () => {
  expect(directionOf({ from: gate, to: anna, answered_by: null }, { userId: 2 })).toBeUndefined()
  expect(directionOf({ from: anna, to: null, answered_by: null }, { deviceId: 1 })).toBeUndefined()
})
