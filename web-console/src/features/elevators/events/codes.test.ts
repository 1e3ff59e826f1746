import { expect, test } from 'vitest'
import { outcomeOf } from './codes'

test.each([
  ['lift_called', 'sent', 'sent'],
  ['floors_released', 'failed', 'failed'],
  ['lift_call_success', null, 'done'],
  ['lift_call_error', null, 'failed'],
  ['device_booted', null, null],
] as const)('%s in the state %s has ended as %s', (code, state, outcome) => {
  expect(outcomeOf({ code, state })).toBe(outcome)
})
